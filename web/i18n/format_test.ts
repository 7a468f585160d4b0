/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { daysAgo, formats, stopwatch } from "./format.ts";

const now = Date.UTC(2026, 10, 30, 12);
const before = (ms: number) => new Date(now - ms).toISOString();

Deno.test("ago() counts in whole units and leaves the last minute to words", () => {
  const { ago } = formats("en");
  assert.equal(ago(before(59_000), now), null);
  assert.equal(ago(before(60_000), now), "1 minute ago");
  assert.equal(ago(before(3 * 3_600_000), now), "3 hours ago");
  assert.equal(ago(before(25 * 3_600_000), now), "yesterday");
});

Deno.test("ago() of a clock that runs ahead is now", () =>
  assert.equal(formats("en").ago(before(-5_000), now), null));

const durations = [
  { ms: 340, en: "0.3s", zh: "0.3秒" },
  { ms: 42_000, en: "42s", zh: "42秒" },
  { ms: 252_000, en: "4m 12s", zh: "4分钟12秒" },
  { ms: 3_900_000, en: "1h 5m", zh: "1小时5分钟" },
];
for (const { ms, en, zh } of durations) {
  Deno.test(`duration() of ${ms} ms`, () => {
    assert.equal(formats("en").duration(ms), en);
    assert.equal(formats("zh").duration(ms), zh);
  });
}

Deno.test("bytes() chooses a unit that can be read", () => {
  const { bytes } = formats("en");
  assert.deepEqual([0, 1, 999, 1_000, 196_608].map(bytes), [
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1kB",
    "196.6kB",
  ]);
});

Deno.test("stopwatch() shows hours only when there are some", () => {
  assert.deepEqual([-5, 0, 65_000, 3_845_000].map(stopwatch), ["0:00", "0:00", "1:05", "1:04:05"]);
});

Deno.test("daysAgo() counts midnights, not hours", () => {
  const evening = new Date(2026, 10, 29, 23, 50).toISOString();
  const morning = new Date(2026, 10, 30, 0, 10).getTime();
  assert.equal(daysAgo(evening, morning), 1);
});
