/** The one conversation between the person and the agent: its events and its requests. @module */
import * as z from "zod";
import { EventId, Notice, RunAs, WorkItemId } from "./common.ts";
import { Usage } from "./runs.ts";

/** An image of a message: a file below the home folder, with `/`. Types may be added later, so it is any text. */
export const StoredImage = z.strictObject({ path: z.string(), mimeType: z.string() });
export type StoredImage = z.infer<typeof StoredImage>;

/** Payloads by event kind. Stored for ever: add optional members, never change one. */
export const conversationEvents = {
  /** On the main thread: what the person said. On a task's thread: the copy that its Manager reads (`of`, `root`). */
  "user.message": z.strictObject({
    text: z.string(),
    channel: z.string().optional(),
    /** Chosen by the client; a second message with the same key is the same message. */
    clientKey: z.string().optional(),
    replyTo: EventId.optional(),
    target: WorkItemId.optional(),
    runAs: RunAs.optional(),
    of: EventId.optional(),
    root: EventId.optional(),
    forwardedFrom: z.literal("main").optional(),
    /** The question that this message answers. */
    answers: EventId.optional(),
    images: z.array(StoredImage).min(1).optional(),
    /** How many `images` there are. */
    imageCount: z.int().optional(),
    /** Nobody typed anything: `text` only says that there are images. */
    wordless: z.literal(true).optional(),
  }),
  /** `root` is the message that started the chain; the page shows the reply under it, however late it comes. */
  "agent.reply": z.strictObject({
    text: z.string(),
    of: EventId,
    root: EventId,
    /** What newpi itself confirms, in order; `text` is the same in English. */
    notices: z.array(Notice).min(1).optional(),
    /** Answer of an agent that only plays: shown with a label. */
    demo: z.boolean().optional(),
  }),
  "agent.error": z.strictObject({
    error: z.string(),
    code: z.string(),
    mailbox: z.string().optional(),
    of: EventId.optional(),
    root: EventId.optional(),
    notice: Notice.optional(),
    /** What a turn cost that came to nothing, as the CLI reports it. */
    usage: Usage.optional(),
  }),
  /** A question that only the person can answer. */
  "escalation": z.strictObject({
    reason: z.enum(["question", "budget"]),
    question: z.string(),
    of: EventId,
    root: EventId,
    path: z.array(z.strictObject({ workItemId: WorkItemId, title: z.string(), tried: z.string() })),
    options: z.array(z.string()).optional(),
    notice: Notice.optional(),
    /** Budget only: the limit, and the message that was not delivered. */
    limit: z.int().optional(),
    blockedKind: z.string().optional(),
    mailbox: z.string().optional(),
  }),
  "message.attributed": z.strictObject({
    of: EventId,
    workItemId: WorkItemId,
    title: z.string(),
    by: z.enum(["explicit", "focus", "model", "user"]),
    confidence: z.number().min(0).max(1).optional(),
    created: z.boolean().optional(),
  }),
  "message.redacted": z.strictObject({ of: EventId, root: EventId }),
};

/** What newpi takes for an image, by its bytes and not only by its name. */
export const ImageType = z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]);
export type ImageType = z.infer<typeof ImageType>;

/** `data` is base64. What is no image that newpi takes is left out and named in the answer. */
export const SentImage = z.strictObject({ data: z.string(), mimeType: z.string().max(100) });
export type SentImage = z.infer<typeof SentImage>;

/** `type`: not one of `ImageType`; `content`: its bytes are of no such type; `size`: over 6 MiB; `count`: after the 4th. */
export const DroppedImage = z.object({
  /** Place in `images`, from 0. */
  index: z.int().min(0),
  reason: z.enum(["type", "content", "size", "count"]),
});
export type DroppedImage = z.infer<typeof DroppedImage>;

export const ChatRequest = z.strictObject({
  /** May be empty beside an image. */
  text: z.string().max(200_000).default(""),
  /** PNG, JPEG, GIF or WebP; the first four count, each of at most 6 MiB. */
  images: z.array(SentImage).max(100).optional(),
  /** Straight to this task's Manager, without asking Primary. */
  target: WorkItemId.optional(),
  /** The event that this message answers: a question of a task goes to that task. */
  replyTo: EventId.optional(),
  runAs: RunAs.optional(),
  /** Makes sending safe to repeat: the same key gives the same message. */
  clientKey: z.string().regex(/^[0-9A-Za-z_-]{8,64}$/).optional(),
  /** Where it was typed; the terminal says `cli`. Default `web`. */
  channel: z.enum(["web", "cli"]).optional(),
}).refine(({ text, images = [] }) => text.trim() !== "" || images.length > 0, {
  path: ["text"],
  message: "must not be empty",
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** 202: stored on disk, not yet judged. `dropped`: images that were not taken; without it all were. */
export const ChatAccepted = z.object({
  ok: z.literal(true),
  messageId: EventId,
  seq: z.int(),
  dropped: z.array(DroppedImage).min(1).optional(),
});
export type ChatAccepted = z.infer<typeof ChatAccepted>;

export const RedactResult = z.object({ ok: z.literal(true), eventId: EventId.nullable() });

/** `settled`: nothing that this message started is left to do; all of it is in the log up to `latestSeq`. */
export const MessageStatus = z.object({
  ok: z.literal(true),
  messageId: EventId,
  settled: z.boolean(),
  latestSeq: z.int(),
});
export type MessageStatus = z.infer<typeof MessageStatus>;
