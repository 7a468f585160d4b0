/** What a runtime that died has left: its running runs are lost, its queue goes on. @module */
import { sweepRun } from "../kernel/process.ts";
import type { WorkContext } from "./context.ts";
import type { Pool } from "./pool.ts";

const RESTARTED = "lost: the runtime restarted while this run was active";

/**
 * Before the loop starts: nobody holds these runs any more. Their processes are ended, so that no second writer
 * meets a first one in the same workspace.
 *
 * @returns How many worker runs were reported lost.
 */
export async function recoverRuns(context: WorkContext, pool: Pool): Promise<number> {
  const { db, runs, logger } = context;
  let lost = 0;
  const left = runs.active();
  for (const run of left) {
    if (run.status === "queued") continue;
    await sweepRun(run.id, Date.parse(run.startedAt ?? run.createdAt));
    if (run.kind === "turn") {
      db.tx(() => runs.finishTurn(run.id, "lost"));
      continue;
    }
    const durationMs = Date.now() - Date.parse(run.startedAt ?? run.createdAt);
    const nothing = { toolCalls: 0, summary: "", blocked: null, usage: null };
    db.tx(() =>
      runs.finishWorker(run.id, {
        ...nothing,
        outcome: "lost",
        durationMs: Math.max(0, durationMs),
        error: RESTARTED,
        source: "kernel:runtime",
      })
    );
    lost += 1;
  }
  // Only now: a run of the same workspace must not begin beside a process that is about to be ended.
  for (const run of left) if (run.status === "queued") pool.enqueue(run);
  if (lost > 0) logger.warn("runs were lost by the last end of the runtime", { count: lost });
  return lost;
}
