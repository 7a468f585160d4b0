/// <reference lib="deno.ns" />
import { effect, signal } from "@preact/signals";
import assert from "node:assert/strict";
import { bursts } from "./bursts.ts";
import { testTimers } from "./testing.ts";

Deno.test("bursts() does the first at once and what follows closely together, in order", () => {
  const timers = testTimers();
  const together = bursts(timers);
  const done = signal<readonly number[]>([]);
  let drawn = 0;
  effect(() => {
    done.value;
    drawn += 1;
  });
  const add = (number: number) => together(() => done.value = [...done.value, number]);
  add(1);
  assert.deepEqual([done.value, drawn], [[1], 2]);
  for (const number of [2, 3, 4]) add(number);
  assert.deepEqual([done.value, drawn], [[1], 2]);
  timers.pass(32);
  assert.deepEqual([done.value, drawn], [[1, 2, 3, 4], 3]);
  timers.pass(1000);
  add(5);
  assert.deepEqual([done.value.at(-1), drawn], [5, 4]);
});
