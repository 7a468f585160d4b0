/** Work items (the page says "task"): their events, rows and requests. @module */
import * as z from "zod";
import { EventId, RunAs, RunId, ThreadId, Timestamp, WorkItemId } from "./common.ts";
import { Event } from "./log.ts";
import { Run, Usage } from "./runs.ts";

export const WorkItemStatus = z.enum(["open", "done", "closed"]);
export type WorkItemStatus = z.infer<typeof WorkItemStatus>;

const decision = z.strictObject({
  ok: z.boolean(),
  durationMs: z.int().min(0),
  /** The messages this turn read. */
  of: z.array(EventId),
  /** What it decided, as the model wrote it; kept for audit. */
  effects: z.array(z.record(z.string(), z.unknown())),
  /** The first answer was no effect list and the model was asked once more. */
  nudged: z.boolean().optional(),
  /** What the answer cost, as the CLI reports it. */
  usage: Usage.nullable().optional(),
});

/** Payloads by event kind. Stored for ever: add optional members, never change one. */
export const workEvents = {
  "route.decision": decision,
  "manager.decision": decision,
  "work_item.created": z.strictObject({
    title: z.string(),
    brief: z.string(),
    workspace: z.string(),
    parentId: WorkItemId.nullable(),
    of: EventId.optional(),
  }),
  "work_item.status_changed": z.strictObject({ from: WorkItemStatus, to: WorkItemStatus }),
  "work_item.run_as_changed": z.strictObject({ runAs: RunAs.nullable(), previous: RunAs.nullable() }),
  "work_item.understanding": z.strictObject({ text: z.string(), root: EventId }),
};

export const WorkItem = z.object({
  id: WorkItemId,
  title: z.string(),
  status: WorkItemStatus,
  /** Absolute path of the directory that belongs to this task. */
  workspace: z.string(),
  threadId: ThreadId,
  parentId: WorkItemId.nullable(),
  runAs: RunAs.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WorkItem = z.infer<typeof WorkItem>;

/** First that holds: a question waits, a run runs, a run is queued, its Manager has mail, else by status. */
export const WorkItemState = z.enum(["waiting", "running", "queued", "thinking", "idle", "done", "closed"]);
export type WorkItemState = z.infer<typeof WorkItemState>;

export const WorkItemCard = z.object({
  item: WorkItem,
  state: WorkItemState,
  /** The active run, if any, with what it did last. */
  run: z.object({
    id: RunId,
    startedAt: Timestamp.nullable(),
    toolCalls: z.int(),
    lastTool: z.string().nullable(),
  }).nullable(),
  lastReply: z.object({ text: z.string(), ts: Timestamp }).nullable(),
  question: z.object({ id: EventId, question: z.string(), options: z.array(z.string()) }).nullable(),
});
export type WorkItemCard = z.infer<typeof WorkItemCard>;

export const WorkItemList = z.object({ items: z.array(WorkItemCard) });
export type WorkItemList = z.infer<typeof WorkItemList>;

/** Runs newest first; events are the newest `limit` of the task's own, ascending. */
export const WorkItemDetail = WorkItemCard.extend({
  understanding: z.string().nullable(),
  runs: z.array(Run),
  events: z.array(Event),
  hasMore: z.boolean(),
});
export type WorkItemDetail = z.infer<typeof WorkItemDetail>;

export const CreateWorkItem = z.strictObject({
  title: z.string().trim().min(1).max(200),
  /** What to do; without it the task is only recorded. */
  brief: z.string().trim().max(20_000).optional(),
  runAs: RunAs.optional(),
});
export const PatchWorkItem = z.strictObject({ status: WorkItemStatus });
export const WorkItemResult = z.object({ ok: z.literal(true), item: WorkItem });
export const CancelResult = z.object({ ok: z.literal(true), cancelled: z.array(RunId) });

/** At most 500 entries, sorted by path; hidden files, `.git` and `node_modules` are left out. */
export const WorkItemFiles = z.object({
  workspace: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int(), modifiedAt: Timestamp })),
  truncated: z.boolean(),
});
export type WorkItemFiles = z.infer<typeof WorkItemFiles>;

export const FileQuery = z.strictObject({ path: z.string().min(1), download: z.literal("1").optional() });
/** `text`, or the reason why there is none (`too-large`: over 512 KiB). */
export const FileContent = z.object({
  path: z.string(),
  size: z.int(),
  text: z.string().optional(),
  reason: z.enum(["binary", "too-large"]).optional(),
});
export type FileContent = z.infer<typeof FileContent>;
