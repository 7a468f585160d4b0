/** What the person says, and hiding it. @module */
import { Hono } from "hono";
import * as z from "zod";
import { ChatAccepted, ChatRequest, MessageStatus, RedactResult } from "../../contract/conversation.ts";
import { EventId } from "../../contract/common.ts";
import { redactMessage } from "../../conversation/mod.ts";
import { EventNotFoundError } from "../../log/mod.ts";
import type { Runtime } from "../runtime.ts";
import { describe, validate } from "./validate.ts";

const Param = z.object({ id: EventId });

export function chatRoutes({ submit }: Runtime) {
  return new Hono().post(
    "/",
    describe("Stored on disk, not yet judged", ChatAccepted, {
      status: 202,
      refusals: ["INVALID_INPUT", "WORK_ITEM_NOT_FOUND", "EVENT_NOT_FOUND"],
    }),
    validate("json", ChatRequest),
    (c) => {
      const { id, seq } = submit(c.req.valid("json"));
      return c.json({ ok: true, messageId: id, seq }, 202);
    },
  );
}

export function messageRoutes({ db, log, work }: Runtime) {
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
    .post(
      "/:id/redact",
      describe("Hides a message of the person everywhere it is shown", RedactResult),
      validate("param", Param),
      (c) => c.json({ ok: true, eventId: redactMessage(db, log, c.req.valid("param").id)?.id ?? null }),
    );
}
