import assert from "node:assert/strict";
import { Timestamp } from "../contract/common.ts";
import { delay, timestamp } from "./clock.ts";

Deno.test("timestamp() is in UTC with milliseconds, so that text order is time order", () => {
  const times = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", "2026-10-25T01:30:00+01:00"];
  const texts = times.map((time) => timestamp(new Date(time)));
  assert.deepEqual(texts, [
    "2026-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00.001Z",
    "2026-10-25T00:30:00.000Z",
  ]);
  assert.deepEqual(texts.toSorted(), texts);
  Timestamp.parse(timestamp());
});

Deno.test("delay() ends when its time is over", async () => {
  const startedAt = performance.now();
  await delay(20);
  assert.ok(performance.now() - startedAt >= 19);
});

Deno.test("delay() ends when the signal aborts, before or during it, and leaves no timer", async () => {
  await delay(60_000, AbortSignal.abort());
  const controller = new AbortController();
  const waiting = delay(60_000, controller.signal);
  controller.abort();
  await waiting;
});
