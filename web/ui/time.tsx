import { useApp } from "../app_context.ts";
import { stopwatch } from "../i18n/format.ts";

/** A moment, with the exact local time on hover. */
export function Time({ at, as = "ago" }: { at: string; as?: "ago" | "clock" | "seconds" }) {
  const { i18n, clock } = useApp();
  const format = i18n.format.value;
  return <time dateTime={at} title={format.exact(at)}>{text()}</time>;

  function text(): string {
    if (as === "clock") return format.clock(at);
    if (as === "seconds") return format.clockSeconds(at);
    return format.ago(at, clock.halfMinutes.value) ?? i18n.t("time.now");
  }
}

/** A stopwatch that runs since a moment. */
export function Elapsed({ since }: { since: string }) {
  const { clock } = useApp();
  return <time>{stopwatch(clock.seconds.value - Date.parse(since))}</time>;
}
