/** Being told to stop. @module */

/** Resolves at the first SIGINT, SIGTERM or, on POSIX, SIGHUP; a second one ends the process at once. */
export function untilStopped(): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  const listeners = signals.map((signal) => {
    const listener = () => {
      for (const [other, remove] of listeners) Deno.removeSignalListener(other, remove);
      resolve(signal);
    };
    Deno.addSignalListener(signal, listener);
    return [signal, listener] as const;
  });
  return promise;
}
