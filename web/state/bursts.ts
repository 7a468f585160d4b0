/** What comes in a burst is shown together: a page cannot show more often than it draws. @module */
import { batch } from "@preact/signals";
import type { Timers } from "./timers.ts";

/** Two frames. */
const TOGETHER_MS = 32;

/** @returns Does one thing after the other: the first at once, what follows closely together and a moment later. */
export function bursts(timers: Timers): (act: () => void) => void {
  let waiting: (() => void)[] = [];
  let isScheduled = false;
  let lastAt = -Infinity;

  function flush() {
    isScheduled = false;
    lastAt = timers.now();
    const acts = waiting;
    waiting = [];
    batch(() => {
      for (const act of acts) act();
    });
  }

  return (act) => {
    waiting.push(act);
    if (isScheduled) return;
    const dueMs = lastAt + TOGETHER_MS - timers.now();
    if (dueMs <= 0) return flush();
    isScheduled = true;
    timers.after(dueMs, flush);
  };
}
