/** Statements of the runs table. @module */
import type { Db } from "../kernel/sqlite.ts";
import { timestamp } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { AgentKind } from "../contract/common.ts";
import type { Outcome, Run } from "../contract/runs.ts";

const SELECT_RUN = `SELECT id, kind, work_item_id AS workItemId, owner, status, outcome, agent, root,
  created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt FROM runs`;

export interface NewRun {
  kind: Run["kind"];
  workItemId: string | null;
  owner: string;
  agent: AgentKind;
  root: string;
  /** A turn starts at once; a worker waits for its place. */
  status: "queued" | "running";
}

export function runStore(db: Db) {
  const insert = db.prepare(
    `INSERT INTO runs (id, kind, work_item_id, owner, agent, status, root, created_at, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const start = db.prepare(
    "UPDATE runs SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'",
  );
  const cancel = db.prepare("UPDATE runs SET cancelled_by = ? WHERE id = ? AND cancelled_by IS NULL");
  const finish = db.prepare(
    "UPDATE runs SET status = 'finished', outcome = ?, finished_at = ? WHERE id = ? AND status <> 'finished'",
  );
  const byId = db.prepare(`${SELECT_RUN} WHERE id = ?`);
  const cancelledBy = db.prepare("SELECT cancelled_by AS reason FROM runs WHERE id = ?");
  const active = db.prepare(`${SELECT_RUN} WHERE status <> 'finished' ORDER BY created_at, rowid`);
  const activeOf = db.prepare(
    `${SELECT_RUN} WHERE work_item_id = ? AND kind = 'worker' AND status <> 'finished' ORDER BY created_at, rowid`,
  );

  return {
    insert(run: NewRun): string {
      const id = newId("run_");
      const at = timestamp();
      const startedAt = run.status === "running" ? at : null;
      insert.run(id, run.kind, run.workItemId, run.owner, run.agent, run.status, run.root, at, startedAt);
      return id;
    },
    start: (id: string) => start.run(timestamp(), id) > 0,
    cancel: (id: string, reason: string) => cancel.run(reason, id) > 0,
    /** False when it had already ended: the caller must then say nothing. */
    finish: (id: string, outcome: Outcome) => finish.run(outcome, timestamp(), id) > 0,
    get: (id: string) => byId.get<Run>(id),
    isCancelled: (id: string) => (cancelledBy.get<{ reason: string | null }>(id)?.reason ?? null) !== null,
    active: () => active.all<Run>(),
    activeOf: (workItemId: string) => activeOf.all<Run>(workItemId),
  };
}
