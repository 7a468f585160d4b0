/** Errors that nobody caught. @module */
import type { Logger } from "./logger.ts";

/**
 * From now on they are written to the log and the program goes on: what is stored is whole, since it is written in
 * transactions, and one broken part must not end the work of all others.
 */
export function surviveFaults(logger: Logger): void {
  const record = (error: unknown) => logger.error("a fault that nobody caught", { error: describe(error) });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    record(event.error ?? event.message);
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    record(event.reason);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
