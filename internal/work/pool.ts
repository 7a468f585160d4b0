/** The worker pool: takes queued runs in order, at most so many at once and one per task. @module */
import type { Event } from "../contract/log.ts";
import type { Run } from "../contract/runs.ts";
import type { WorkContext } from "./context.ts";
import { endUnstarted, startWorkerRun, type WorkerRun } from "./worker_run.ts";

export interface Pool {
  enqueue(run: Run): void;
  /** The cancel is in the log already; this makes it true. */
  cancel(runId: string): void;
  /** Hands words to a running run. @returns False when it is not running any more, or about to end. */
  steer(runId: string, message: Event): Promise<boolean>;
  isQueued(runId: string): boolean;
  counts(): { running: number; queued: number };
  /** Ends all agents; each running run is reported lost, what is queued stays queued. */
  stop(): Promise<void>;
}

export function openPool(context: WorkContext): Pool {
  const { runs, limits, stopping } = context;
  let queue: Run[] = [];
  const active = new Map<string, WorkerRun>();

  function pump() {
    while (!stopping.aborted && active.size < limits.maxWorkers) {
      const busy = new Set([...active.values()].map((entry) => entry.run.workItemId));
      const next = queue.find((run) => !busy.has(run.workItemId));
      if (next === undefined) return;
      queue = queue.filter((run) => run !== next);
      const started = startWorkerRun(context, next);
      active.set(next.id, started);
      started.done.finally(() => {
        active.delete(next.id);
        pump();
      });
    }
  }

  return {
    enqueue(run) {
      if (runs.isCancelled(run.id)) return void endUnstarted(context, run);
      queue.push(run);
      pump();
    },
    cancel(runId) {
      active.get(runId)?.cancel();
      const waiting = queue.find((run) => run.id === runId);
      if (waiting === undefined) return;
      queue = queue.filter((run) => run !== waiting);
      void endUnstarted(context, waiting);
    },
    steer: (runId, message) => active.get(runId)?.steer(message) ?? Promise.resolve(false),
    isQueued: (runId) => queue.some((run) => run.id === runId),
    counts: () => ({ running: active.size, queued: queue.length }),
    async stop() {
      const entries = [...active.values()];
      await Promise.all(entries.map((entry) => entry.kill()));
      await Promise.all(entries.map((entry) => entry.done));
    },
  };
}
