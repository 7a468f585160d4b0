/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { testTimers } from "./testing.ts";
import { toastsState } from "./toasts.ts";

Deno.test("show() shows at most three, each for six seconds", () => {
  const timers = testTimers();
  const toasts = toastsState(timers);
  for (const text of ["a", "b", "c", "d"]) {
    toasts.show({ tone: "neutral", text });
    timers.pass(1_000);
  }
  assert.deepEqual(toasts.shown.value.map(({ text }) => text), ["b", "c", "d"]);
  timers.pass(4_000);
  assert.deepEqual(toasts.shown.value.map(({ text }) => text), ["d"]);
});
