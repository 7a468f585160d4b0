/** Time as it is stored: UTC ISO-8601 with milliseconds, so that text order is time order. @module */

export function timestamp(at: Date = new Date()): string {
  return at.toISOString();
}

/** Resolves after `ms`, or at once when the signal aborts; never rejects and never keeps the process alive alone. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) return Promise.resolve();
  const timer = setTimeout(done, ms);
  signal?.addEventListener("abort", done, { once: true });
  function done() {
    clearTimeout(timer);
    signal?.removeEventListener("abort", done);
    resolve();
  }
  return promise;
}
