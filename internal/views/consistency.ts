/** Whether log and tables tell the same story; a question each, answered with what contradicts. @module */
import type { Db } from "../kernel/sqlite.ts";

export interface Finding {
  code: string;
  /** What is wrong, with the id. */
  message: string;
}

/** `{id}` is what contradicts. Kept to queries whose answer is empty on a sound database. */
const questions: { code: string; message: string; sql: string }[] = [
  {
    code: "RUN_END_MISSING",
    message: "run {id} is finished in the table and has no run.finished event",
    sql: `SELECT id FROM runs WHERE kind = 'worker' AND status = 'finished'
      AND NOT EXISTS (SELECT 1 FROM events WHERE run_id = runs.id AND kind = 'run.finished')`,
  },
  {
    code: "RUN_END_UNTOLD",
    message: "run {id} has a run.finished event and is not finished in the table",
    sql: `SELECT run_id AS id FROM events WHERE kind = 'run.finished'
      AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = events.run_id AND status = 'finished')`,
  },
  {
    code: "RUN_START_MISSING",
    message: "run {id} has no run.started event",
    sql: `SELECT id FROM runs WHERE kind = 'worker'
      AND NOT EXISTS (SELECT 1 FROM events WHERE run_id = runs.id AND kind = 'run.started')`,
  },
  {
    code: "CURSOR_AHEAD",
    message: "cursor {id} is past the end of the log",
    sql: "SELECT consumer AS id FROM cursors WHERE seq > (SELECT coalesce(max(seq), 0) FROM events)",
  },
  {
    code: "MAILBOX_WITHOUT_CURSOR",
    message: "mailbox {id} has no cursor",
    sql: `SELECT DISTINCT mailbox AS id FROM events WHERE mailbox IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM cursors WHERE consumer = 'mailbox:' || events.mailbox)`,
  },
  {
    code: "WORK_ITEM_WITHOUT_EVENT",
    message: "task {id} has no work_item.created event",
    sql: `SELECT id FROM work_items WHERE NOT EXISTS
      (SELECT 1 FROM events WHERE work_item_id = work_items.id AND kind = 'work_item.created')`,
  },
  {
    code: "EVENT_WITHOUT_WORK_ITEM",
    message: "event {id} belongs to a task that does not exist",
    sql: `SELECT id FROM events WHERE work_item_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM work_items WHERE work_items.id = events.work_item_id)`,
  },
  {
    code: "MESSAGE_WITHOUT_OUTCOME",
    message: "message {id} was read and nothing came of it",
    sql: `SELECT m.id FROM events m WHERE m.kind = 'user.message' AND m.mailbox = 'primary'
      AND m.seq <= (SELECT seq FROM cursors WHERE consumer = 'mailbox:primary')
      AND NOT EXISTS (SELECT 1 FROM events e WHERE e.seq > m.seq
        AND e.kind IN ('agent.reply', 'agent.error', 'message.attributed', 'escalation')
        AND m.id IN (json_extract(e.payload, '$.of'), json_extract(e.payload, '$.root')))
      AND NOT EXISTS (SELECT 1 FROM events d, json_each(d.payload, '$.effects') effect,
        json_each(effect.value, '$.also_of') also
        WHERE d.kind = 'route.decision' AND d.seq > m.seq AND also.value = m.id)`,
  },
  {
    code: "REPLY_WITHOUT_ROOT",
    message: "reply {id} belongs to no message",
    sql: `SELECT id FROM events e WHERE kind = 'agent.reply'
      AND NOT EXISTS (SELECT 1 FROM events r WHERE r.id = json_extract(e.payload, '$.root'))`,
  },
];

const MAX_FINDINGS = 20;

/** At most 20 findings a question. */
export function findContradictions(db: Db): Finding[] {
  return questions.flatMap(({ code, message, sql }) =>
    db.prepare(`${sql} LIMIT ${MAX_FINDINGS}`).all<{ id: string }>()
      .map(({ id }) => ({ code, message: message.replace("{id}", id) }))
  );
}

/** SQLite's own check; empty when all is well. */
export function findDamage(db: Db): Finding[] {
  return integrity(db).filter((text) => text !== "ok").slice(0, MAX_FINDINGS)
    .map((message) => ({ code: "DATABASE_DAMAGED", message }));
}

function integrity(db: Db): string[] {
  try {
    return db.prepare("PRAGMA integrity_check").all<{ integrity_check: string }>()
      .map((row) => row.integrity_check);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]; // worse than what the check can list
  }
}
