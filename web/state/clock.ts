/** The current time as signals that tick only while something on the page shows them. @module */
import { signal } from "@preact/signals";
import type { Timers } from "./timers.ts";

export function clockState(timers: Timers) {
  function ticking(everyMs: number) {
    let cancel = () => {};
    const now = signal(timers.now(), {
      watched() {
        tick();
      },
      unwatched() {
        cancel();
      },
    });
    function tick() {
      now.value = timers.now();
      cancel = timers.after(everyMs, tick);
    }
    return now;
  }
  return { seconds: ticking(1_000), halfMinutes: ticking(30_000) };
}
