/** What the person says, and hiding it. @module */
import { Hono } from "hono";
import * as z from "zod";
import {
  ChatAccepted,
  ChatRequest,
  ImageType,
  MessageStatus,
  RedactResult,
} from "../../contract/conversation.ts";
import { EventId, QueryInt } from "../../contract/common.ts";
import { imagesOf, redactMessage } from "../../conversation/mod.ts";
import { EventNotFoundError } from "../../log/mod.ts";
import { forget, MAX_READ_HERE, receiveChat } from "../receive.ts";
import type { Runtime } from "../runtime.ts";
import { sendImage } from "./image.ts";
import { describe, validate } from "./validate.ts";

const Param = z.object({ id: EventId });
const ImageParam = z.object({ id: EventId, index: QueryInt });

export function chatRoutes(runtime: Runtime) {
  return new Hono().post(
    "/",
    describe("Stored on disk, not yet judged; says which images were not taken", ChatAccepted, {
      status: 202,
      refusals: ["INVALID_INPUT", "WORK_ITEM_NOT_FOUND", "EVENT_NOT_FOUND", "STORAGE_FULL"],
      body: ChatRequest,
    }),
    async (c) => c.json(await say(runtime, await piecesOf(c.req.raw)), 202),
  );
}

async function piecesOf({ body }: Request): Promise<Uint8Array[]> {
  return body === null ? [] : await Array.fromAsync(body);
}

/** Images are on disk before the message is, and gone again when it is not stored by this request. */
async function say({ home, jobs, submit }: Runtime, body: Uint8Array[]): Promise<ChatAccepted> {
  const received = body.reduce((sum, piece) => sum + piece.length, 0) <= MAX_READ_HERE
    ? await receiveChat(home.root, body)
    : await jobs.call("receiveChat", home.root, body);
  const { said, dropped } = received;
  let messageId: string | undefined;
  try {
    const { id, seq } = submit(said);
    messageId = id;
    return { ok: true, messageId, seq, ...(dropped.length === 0 ? {} : { dropped }) };
  } finally {
    if (messageId !== said.id) await forget(home.root, received);
  }
}

export function messageRoutes({ db, log, work, home }: Runtime) {
  return new Hono()
    .get(
      "/:id",
      describe("Whether all that a message started has been done", MessageStatus),
      validate("param", Param),
      (c) => {
        const { id } = c.req.valid("param");
        if (log.get(id)?.kind !== "user.message") throw new EventNotFoundError(`Cannot find message "${id}"`);
        return c.json({ ok: true, messageId: id, settled: work.settled(id), latestSeq: log.latestSeq() });
      },
    )
    .get(
      "/:id/images/:index",
      describe("One image of a message, counted from 0; none of a hidden one", ImageType.options, {
        refusals: ["IMAGE_NOT_FOUND"],
      }),
      validate("param", ImageParam),
      (c) => {
        const { id, index } = c.req.valid("param");
        const message = log.get(id);
        return sendImage(home.root, message && imagesOf(message)[index]);
      },
    )
    .post(
      "/:id/redact",
      describe("Hides a message of the person everywhere it is shown", RedactResult),
      validate("param", Param),
      (c) => c.json({ ok: true, eventId: redactMessage(db, log, c.req.valid("param").id)?.id ?? null }),
    );
}
