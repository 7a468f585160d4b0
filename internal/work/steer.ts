/** Words for a task whose run is already there: they reach the worker without a model and without a second run. @module */
import type { Event } from "../contract/log.ts";
import type { WorkItem } from "../contract/work.ts";
import type { WorkContext } from "./context.ts";
import type { Pool } from "./pool.ts";
import { recordSteer } from "./worker_run.ts";

/**
 * @param batch Only messages of the person.
 * @returns False when there is no active run: the Manager has to decide.
 */
export async function steerIntoRun(
  context: WorkContext,
  pool: Pool,
  item: WorkItem,
  batch: readonly Event[],
): Promise<boolean> {
  const { db, log, runs } = context;
  const [active] = runs.activeOf(item.id);
  if (active === undefined || runs.isCancelled(active.id)) return false;
  const first = runs.order(active.id).event;
  for (const message of batch) {
    const queued = pool.isQueued(active.id);
    const given = queued || await pool.steer(active.id, message);
    db.tx(() => {
      // A run that ended meanwhile has said itself that the words came too late.
      const isTold = runs.steered(active.id).some(({ of }) => of === message.id);
      if (!isTold) recordSteer(context, first, message, { queued, late: !given });
      log.commitMail(`manager:${item.id}`, message.seq);
    });
  }
  return true;
}
