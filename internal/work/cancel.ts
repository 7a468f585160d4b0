/** Stopping runs: noted first, then done. @module */
import type { Run } from "../contract/runs.ts";
import type { WorkContext } from "./context.ts";
import { NothingRunningError } from "./error.ts";
import type { Pool } from "./pool.ts";

/** Inside a transaction: notes each cancel now, stops the processes after the commit. */
export function cancelRuns(context: WorkContext, pool: Pool, chosen: readonly Run[], reason: string): void {
  for (const run of chosen) {
    context.runs.cancelWorker(run.id, reason);
    context.db.afterCommit(() => pool.cancel(run.id));
  }
}

/**
 * @returns The ids of the runs that were told to stop.
 * @throws {NothingRunningError} The task has no active run; nothing is written.
 */
export function cancelWorkItem(context: WorkContext, pool: Pool, workItemId: string): string[] {
  const item = context.items.get(workItemId);
  const chosen = context.runs.activeOf(item.id);
  if (chosen.length === 0) throw new NothingRunningError(`Nothing is running for "${item.title}"`);
  context.db.tx(() => cancelRuns(context, pool, chosen, "the person stopped it"));
  return chosen.map((run) => run.id);
}
