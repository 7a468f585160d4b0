/** What must be told is told, however long there is no space for it. @module */
import { delay } from "../kernel/clock.ts";
import { StorageFullError } from "../kernel/sqlite.ts";
import type { WorkContext } from "./context.ts";

const RETRY_MS = 5000;

/**
 * Never rejects. What cannot be stored before the runtime ends is found by the next start.
 *
 * @param what For the log: "the end of a run".
 */
export async function untilStored(context: WorkContext, what: string, store: () => void): Promise<void> {
  const { logger, stopping } = context;
  while (true) {
    try {
      return store();
    } catch (error) {
      logger.error(`${what} could not be stored`, { error: String(error) });
      if (!(error instanceof StorageFullError) || stopping.aborted) return;
    }
    await space(context);
  }
}

/** An event that is stored shows that there is space again; otherwise it is tried again after a while. */
async function space({ log, stopping }: WorkContext): Promise<void> {
  const waiting = new AbortController();
  const unsubscribe = log.subscribe(() => waiting.abort());
  await delay(RETRY_MS, AbortSignal.any([waiting.signal, stopping]));
  unsubscribe();
}
