/** Statements of the runs table. @module */
import type { Db } from "../kernel/sqlite.ts";
import { timestamp } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { AgentKind, RunAs } from "../contract/common.ts";
import type { Outcome, Run } from "../contract/runs.ts";

const SELECT_RUN = `SELECT id, kind, work_item_id AS workItemId, owner, status, outcome, agent, root,
  created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt FROM runs`;

export interface NewRun {
  kind: Run["kind"];
  workItemId: string | null;
  owner: string;
  runAs: RunAs;
  root: string;
  /** A turn starts at once; a worker waits for its place. */
  status: "queued" | "running";
}

export function runStore(db: Db) {
  const insert = db.prepare(
    `INSERT INTO runs (id, kind, work_item_id, owner, agent, route, status, root, created_at, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const start = db.prepare(
    "UPDATE runs SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'",
  );
  const cancel = db.prepare("UPDATE runs SET cancelled_by = ? WHERE id = ? AND cancelled_by IS NULL");
  const finish = db.prepare(
    "UPDATE runs SET status = 'finished', outcome = ?, finished_at = ? WHERE id = ? AND status <> 'finished'",
  );
  const setSession = db.prepare("UPDATE runs SET session_id = ? WHERE id = ?");
  const lastSession = db.prepare(`SELECT session_id AS sessionId FROM runs
    WHERE owner = ? AND agent = ? AND kind = 'turn' AND session_id IS NOT NULL ORDER BY created_at DESC, rowid DESC LIMIT 1`);
  const route = db.prepare("SELECT route FROM runs WHERE id = ?");
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
      const { kind, workItemId, owner, runAs, status, root } = run;
      insert.run(
        id,
        kind,
        workItemId,
        owner,
        runAs.agent,
        JSON.stringify(runAs),
        status,
        root,
        at,
        startedAt,
      );
      return id;
    },
    start: (id: string) => start.run(timestamp(), id) > 0,
    cancel: (id: string, reason: string) => cancel.run(reason, id) > 0,
    /** False when it had already ended: the caller must then say nothing. */
    finish: (id: string, outcome: Outcome) => finish.run(outcome, timestamp(), id) > 0,
    setSession: (id: string, sessionId: string) => void setSession.run(sessionId, id),
    /** Of the newest turn of that mailbox by the same agent; another agent could not go on with it. */
    lastSession: (owner: string, agent: AgentKind) =>
      lastSession.get<{ sessionId: string }>(owner, agent)?.sessionId,
    runAs: (id: string): RunAs | undefined => {
      const row = route.get<{ route: string }>(id);
      return row === undefined ? undefined : JSON.parse(row.route);
    },
    get: (id: string) => byId.get<Run>(id),
    isCancelled: (id: string) => (cancelledBy.get<{ reason: string | null }>(id)?.reason ?? null) !== null,
    active: () => active.all<Run>(),
    activeOf: (workItemId: string) => activeOf.all<Run>(workItemId),
  };
}
