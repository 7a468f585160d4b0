/** Times, sizes and numbers in the reader's language, all by Intl. @module */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RELATIVE_STEPS = [["day", DAY], ["hour", HOUR], ["minute", MINUTE]] as const;
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function formats(language: string) {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
  const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  const clockSeconds = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  const dayThisYear = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });
  const parts = new Intl.ListFormat(language, { type: "unit", style: "narrow" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const number = new Intl.NumberFormat(language);
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: name,
      unitDisplay: name === "byte" ? "long" : "narrow",
      maximumFractionDigits: digits,
    });

  /** @returns Null below a minute: "just now" is a text, not a number. */
  function ago(ts: string, now: number): string | null {
    const seconds = Math.round((now - Date.parse(ts)) / 1000);
    for (const [name, size] of RELATIVE_STEPS) {
      if (seconds >= size) return relative.format(-Math.floor(seconds / size), name);
    }
    return null;
  }
  function duration(ms: number): string {
    const seconds = ms / 1000;
    if (seconds < 10) return unit("second", 1).format(seconds);
    if (seconds < MINUTE) return unit("second", 0).format(Math.round(seconds));
    const [size, big, small] = seconds < HOUR ? [MINUTE, "minute", "second"] : [HOUR, "hour", "minute"];
    const rest = Math.floor((seconds % size) / (size / 60));
    return parts.format([unit(big, 0).format(Math.floor(seconds / size)), unit(small, 0).format(rest)]);
  }
  function bytes(count: number): string {
    const power = count < 1 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), BYTE_UNITS.length - 1);
    const name = BYTE_UNITS[power] ?? "byte";
    return unit(name, power === 0 ? 0 : 1).format(count / 1000 ** power);
  }
  return {
    ago,
    duration,
    bytes,
    list: (items: string[]) => list.format(items),
    number: (value: number) => number.format(value),
    clock: (ts: string) => clock.format(new Date(ts)),
    clockSeconds: (ts: string) => clockSeconds.format(new Date(ts)),
    exact: (ts: string) => exact.format(new Date(ts)),
    day(ts: string, now: number) {
      const date = new Date(ts);
      return (date.getFullYear() === new Date(now).getFullYear() ? dayThisYear : day).format(date);
    },
  };
}

/** Whole days from the day of `ts` to today, in local time; 1 is yesterday. */
export function daysAgo(ts: string, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(Date.parse(ts))) / (DAY * 1000));
}

/** Time that runs, as on a stopwatch: 4:12, 1:04:12. */
export function stopwatch(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(total / HOUR), Math.floor(total / MINUTE) % 60, total % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
