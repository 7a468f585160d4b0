/** The event log on the wire: one row, a page of rows, the frames of the live stream. @module */
import * as z from "zod";
import { EventId, QueryInt, RunId, ThreadId, Timestamp, WorkItemId } from "./common.ts";

/** `interrupt` is read before older `normal` messages of other mailboxes. */
export const Lane = z.enum(["interrupt", "normal"]);

/** One immutable row. `payload` has the shape its kind declares; a reader skips kinds it does not know. */
export const Event = z.object({
  /** The only order there is. */
  seq: z.int().min(1),
  id: EventId,
  ts: Timestamp,
  /** Who wrote it: `agent:primary`, `kernel:runtime`, `connector:web`, ... */
  source: z.string(),
  kind: z.string(),
  threadId: ThreadId.nullable(),
  workItemId: WorkItemId.nullable(),
  runId: RunId.nullable(),
  payload: z.record(z.string(), z.unknown()),
  /** The address this event is also a message to: `primary` or `manager:<work item>`. */
  mailbox: z.string().nullable(),
  lane: Lane.nullable(),
  causedBy: EventId.nullable(),
  hop: z.int().min(0),
});
export type Event = z.infer<typeof Event>;

/** Query of `GET /api/events`. At most one of `after`, `before`, `around`; without any: the newest rows. */
export const EventQuery = z.strictObject({
  thread: ThreadId.optional(),
  item: WorkItemId.optional(),
  run: RunId.optional(),
  mailbox: z.string().optional(),
  /** One kind, or several with commas between them. */
  kind: z.string().max(1000).optional(),
  after: QueryInt.optional(),
  before: QueryInt.optional(),
  around: EventId.optional(),
  /** `1`: only what the conversation page shows. */
  conversation: z.literal("1").optional(),
  limit: QueryInt.pipe(z.number().min(1).max(200)).optional(),
});
export type EventQuery = z.infer<typeof EventQuery>;

export const EventPage = z.object({
  /** Ascending by `seq`. */
  events: z.array(Event),
  /** Older rows exist before the first one. */
  hasMore: z.boolean(),
  /** Newer rows exist after the last one. */
  hasNewer: z.boolean(),
  oldestSeq: z.int().nullable(),
  newestSeq: z.int().nullable(),
  /** Titles of the work items that occur in `events`, by id. */
  titles: z.record(z.string(), z.string()),
});
export type EventPage = z.infer<typeof EventPage>;

/**
 * First frame of `GET /api/events/stream` (SSE event `hello`). `epoch` changes when a backup is restored: ids
 * of another epoch mean nothing. Then come `event` (SSE id = seq, data = Event), `stream` (data = LiveFrame) and,
 * after 15 s of silence, `ping`. `renew` is the last one of a stream that has lasted long: open another one after the
 * last event. Query: `after` (wins over Last-Event-ID) and `epoch` (a wrong one starts at the tail).
 */
export const Hello = z.object({ after: z.int().min(0), epoch: z.string(), version: z.string() });
export type Hello = z.infer<typeof Hello>;

/**
 * The words of a reply while it is written, at most its first 32,000. Exactly one of `text` (all so far), `delta`
 * (what was added) and `done` (they vanish: the reply is in the log, or there will be none).
 */
export const LiveFrame = z.object({
  id: z.string(),
  threadId: ThreadId,
  /** The message that is answered. */
  root: EventId,
  text: z.string().optional(),
  delta: z.string().optional(),
  done: z.literal(true).optional(),
});
export type LiveFrame = z.infer<typeof LiveFrame>;
