/** Time as the state functions see it, so that tests turn the clock themselves. @module */

export interface Timers {
  now(): number;
  /** @returns A function that cancels. */
  after(delayMs: number, run: () => void): () => void;
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(delayMs, run) {
    const id = setTimeout(run, delayMs);
    return () => clearTimeout(id);
  },
};
