/** Statements of the log: the only place that writes `events`, `cursors` and `log_meta`. @module */
import type { Db } from "../kernel/sqlite.ts";
import { timestamp } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { Event, type EventQuery } from "../contract/log.ts";

/** The columns of one event as its reader sees them; every query of this store starts with it. */
const SELECT_EVENT = `SELECT seq, id, ts, source, kind, thread_id AS threadId, work_item_id AS workItemId,
  run_id AS runId, payload, mailbox, lane, caused_by AS causedBy, hop FROM events_read`;

/** What the conversation page shows (reference A3.5): two ways to a row, each of which has an index of its own. */
const CONVERSATION = [
  `thread_id = 'main' AND kind IN ('user.message', 'agent.reply', 'agent.error', 'escalation',
  'message.attributed', 'message.redacted')`,
  "kind = 'agent.reply'",
];

type EventRow = Omit<Event, "payload"> & { payload: string };

/** Rows were checked when they were appended, so reading only parses the payload's JSON. */
function toEvent(row: EventRow): Event {
  return { ...row, payload: JSON.parse(row.payload) };
}

/** An event before the log gives it its place. */
export interface NewEvent {
  /** For who had to name it before it was stored; otherwise it gets one. */
  id?: string;
  source: string;
  kind: string;
  payload: Record<string, unknown>;
  threadId?: string;
  workItemId?: string;
  runId?: string;
  mailbox?: string;
  lane?: "interrupt" | "normal";
  causedBy?: string;
  hop?: number;
}

export function logStore(db: Db) {
  const insert = db.prepare(`INSERT INTO events
    (id, ts, source, kind, thread_id, work_item_id, run_id, payload, mailbox, lane, caused_by, hop)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`);
  const seedCursor = db.prepare("INSERT OR IGNORE INTO cursors (consumer, seq, updated_at) VALUES (?, ?, ?)");
  const setCursor = db.prepare(`INSERT INTO cursors (consumer, seq, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (consumer) DO UPDATE SET seq = excluded.seq, updated_at = excluded.updated_at`);
  const seedMeta = db.prepare("INSERT OR IGNORE INTO log_meta (key, value) VALUES (?, ?)");

  function insertEvent(event: NewEvent): Event {
    const id = event.id ?? newId("ev_");
    const ts = timestamp();
    const lane = event.mailbox === undefined ? null : event.lane ?? "normal";
    const { seq } = insert.get<{ seq: number }>(
      id,
      ts,
      event.source,
      event.kind,
      event.threadId ?? null,
      event.workItemId ?? null,
      event.runId ?? null,
      JSON.stringify(event.payload),
      event.mailbox ?? null,
      lane,
      event.causedBy ?? null,
      event.hop ?? 0,
    ) ?? { seq: 0 };
    // Read from here on: one below the first message, so that it is read exactly once.
    if (event.mailbox !== undefined) seedCursor.run(`mailbox:${event.mailbox}`, seq - 1, ts);
    return {
      seq,
      id,
      ts,
      source: event.source,
      kind: event.kind,
      threadId: event.threadId ?? null,
      workItemId: event.workItemId ?? null,
      runId: event.runId ?? null,
      payload: event.payload,
      mailbox: event.mailbox ?? null,
      lane,
      causedBy: event.causedBy ?? null,
      hop: event.hop ?? 0,
    } as Event;
  }

  return {
    insertEvent,
    saveCursor: (consumer: string, seq: number) => void setCursor.run(consumer, seq, timestamp()),
    seedEpoch: () => void seedMeta.run("epoch", newId("ep_")),
    ...logReads(db),
  };
}
export type LogStore = ReturnType<typeof logStore>;

/** The reading half, which a read-only connection can have too. */
export function logReads(db: Db) {
  const byId = db.prepare(`${SELECT_EVENT} WHERE id = ?`);
  const byClientKey = db.prepare(
    `${SELECT_EVENT} WHERE id = (SELECT id FROM events WHERE kind = 'user.message'
      AND user_id = 'local' AND json_extract(payload, '$.clientKey') = ?)`,
  );
  const latest = db.prepare("SELECT coalesce(max(seq), 0) AS seq FROM events");
  const after = db.prepare(`${SELECT_EVENT} WHERE seq > ? ORDER BY seq LIMIT ?`);
  const backlog = db.prepare(`${SELECT_EVENT} WHERE mailbox = ? AND seq > ? ORDER BY seq LIMIT ?`);
  const waiting = db.prepare("SELECT count(*) AS count FROM events WHERE mailbox = ? AND seq > ?");
  const ofChain = db.prepare(`SELECT 1 FROM events WHERE mailbox = ? AND seq > ?
    AND ? IN (id, json_extract(payload, '$.root')) LIMIT 1`);
  const cursor = db.prepare("SELECT seq FROM cursors WHERE consumer = ?");
  const pending = db.prepare(`SELECT substr(consumer, 9) AS address, (SELECT count(*) FROM events
    WHERE mailbox = substr(consumer, 9) AND seq > cursors.seq) AS count
    FROM cursors WHERE consumer GLOB 'mailbox:*'`);
  const mailAfter = db.prepare(
    "SELECT DISTINCT mailbox AS address FROM events WHERE seq > ? AND mailbox IS NOT NULL",
  );
  const redaction = db.prepare(`${SELECT_EVENT} WHERE id = (SELECT id FROM events
    WHERE kind = 'message.redacted' AND json_extract(payload, '$.of') = ?)`);
  const lastOfKind = db.prepare(
    `${SELECT_EVENT} WHERE work_item_id = ? AND kind = ? ORDER BY seq DESC LIMIT 1`,
  );
  const countOfKind = db.prepare("SELECT count(*) AS count FROM events WHERE run_id = ? AND kind = ?");
  const firstOfRun = db.prepare(`${SELECT_EVENT} WHERE run_id = ? AND kind = ? ORDER BY seq LIMIT 1`);
  const epoch = db.prepare("SELECT value FROM log_meta WHERE key = 'epoch'");

  const one = (row: EventRow | undefined) => row === undefined ? undefined : toEvent(row);
  return {
    get: (id: string) => one(byId.get<EventRow>(id)),
    byClientKey: (key: string) => one(byClientKey.get<EventRow>(key)),
    redactionOf: (id: string) => one(redaction.get<EventRow>(id)),
    lastOfKind: (workItemId: string, kind: string) => one(lastOfKind.get<EventRow>(workItemId, kind)),
    countOfKind: (runId: string, kind: string) => countOfKind.get<{ count: number }>(runId, kind)?.count ?? 0,
    firstOfRun: (runId: string, kind: string) => one(firstOfRun.get<EventRow>(runId, kind)),
    latestSeq: () => latest.get<{ seq: number }>()?.seq ?? 0,
    epoch: () => epoch.get<{ value: string }>()?.value ?? "",
    cursor: (consumer: string) => cursor.get<{ seq: number }>(consumer)?.seq ?? 0,
    /** Ascending, at most `limit`. */
    after: (seq: number, limit: number) => after.all<EventRow>(seq, limit).map(toEvent),
    /** The same one by one, for a reader that may stop early. */
    *each(seq: number, limit: number): Generator<Event, void> {
      for (const row of after.iter<EventRow>(seq, limit)) yield toEvent(row);
    },
    mail: (address: string, seq: number, limit: number) =>
      backlog.all<EventRow>(address, seq, limit).map(toEvent),
    mailCount: (address: string, seq: number) => waiting.get<{ count: number }>(address, seq)?.count ?? 0,
    hasMailOf: (root: string, address: string, seq: number) => ofChain.get(address, seq, root) !== undefined,
    /** Every mailbox with unread mail. Walks all mailboxes: for the start, not for each event. */
    pendingMailboxes: () =>
      pending.all<{ address: string; count: number }>().filter((row) => row.count > 0).map((row) =>
        row.address
      ),
    mailboxesAfter: (seq: number) => mailAfter.all<{ address: string }>(seq).map((row) => row.address),
    list: (query: EventQuery) => list(db, query),
  };
}
export type LogReads = ReturnType<typeof logReads>;

/**
 * A page of the log, ascending. Kinds are filtered by SQL, so a page is full as long as such rows exist.
 *
 * @returns undefined when `around` names no event.
 */
function list(db: Db, query: EventQuery) {
  const where: string[] = [];
  const values: (string | number)[] = [];
  const filter = (sql: string, ...bound: (string | number)[]) => {
    where.push(sql);
    values.push(...bound);
  };
  if (query.thread !== undefined) filter("thread_id = ?", query.thread);
  if (query.item !== undefined) filter("work_item_id = ?", query.item);
  if (query.run !== undefined) filter("run_id = ?", query.run);
  if (query.mailbox !== undefined) filter("mailbox = ?", query.mailbox);
  if (query.kind !== undefined) {
    const kinds = query.kind.split(",");
    filter(`kind IN (${kinds.map(() => "?").join(", ")})`, ...kinds);
  }
  const limit = query.limit ?? 50;
  const ways = query.conversation === undefined ? [[]] : CONVERSATION.map((way) => [way]);
  /** Finds the places first, so that only the rows of the page are read and put in order. */
  const select = (bound: string, order: "ASC" | "DESC", count: number, at: number) => {
    const end = `ORDER BY seq ${order} LIMIT ${count}`;
    const places = ways.map((way) =>
      `SELECT seq FROM (SELECT seq FROM events WHERE ${[...way, ...where, bound].join(" AND ")} ${end})`
    );
    return db.prepare(`${SELECT_EVENT} WHERE seq IN (${places.join(" UNION ")}) ${end}`)
      .all<EventRow>(...ways.flatMap(() => [...values, at])).map(toEvent);
  };

  if (query.after !== undefined) {
    const rows = select("seq > ?", "ASC", limit + 1, query.after);
    const events = rows.slice(0, limit);
    const first = events[0]?.seq ?? query.after + 1;
    return { events, hasMore: select("seq < ?", "DESC", 1, first).length > 0, hasNewer: rows.length > limit };
  }
  if (query.around !== undefined) {
    const centre = logSeq(db, query.around);
    if (centre === undefined) return undefined;
    const older = select("seq < ?", "DESC", Math.floor(limit / 2), centre);
    const newer = select("seq >= ?", "ASC", limit - older.length + 1, centre);
    const kept = newer.slice(0, limit - older.length);
    const oldest = older.at(-1)?.seq ?? centre;
    return {
      events: [...older.toReversed(), ...kept],
      hasMore: select("seq < ?", "DESC", 1, oldest).length > 0,
      hasNewer: newer.length > kept.length,
    };
  }
  const rows = select("seq < ?", "DESC", limit + 1, query.before ?? Number.MAX_SAFE_INTEGER);
  const events = rows.slice(0, limit).toReversed();
  const last = events.at(-1)?.seq ?? 0;
  const hasNewer = query.before !== undefined && select("seq > ?", "ASC", 1, last).length > 0;
  return { events, hasMore: rows.length > limit, hasNewer };
}

function logSeq(db: Db, id: string): number | undefined {
  return db.prepare("SELECT seq FROM events WHERE id = ?").get<{ seq: number }>(id)?.seq;
}
