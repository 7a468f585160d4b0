/** The log over HTTP: pages and the live stream. @module */
import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { EventPage, EventQuery } from "../../contract/log.ts";
import type { Runtime } from "../runtime.ts";
import type { Live } from "./live.ts";
import { describe, validate } from "./validate.ts";

export function eventRoutes(runtime: Runtime, live: Live) {
  return new Hono()
    .get(
      "/",
      describe("A page of the log, ascending", EventPage, { refusals: ["EVENT_NOT_FOUND", "INVALID_INPUT"] }),
      validate("query", EventQuery),
      async (c) => c.json(await runtime.reader.call("page", c.req.valid("query"))),
    )
    .get(
      "/stream",
      describeRoute({
        summary: "Server-sent events: hello, event (id = seq), ping, renew",
        responses: { 200: { description: "text/event-stream" } },
      }),
      (c) => {
        runtime.reader.warm(); // whoever listens is about to read
        const epoch = c.req.query("epoch");
        const sameEpoch = epoch === undefined || epoch === runtime.log.epoch();
        const after = wholeNumber(c.req.query("after")) ?? wholeNumber(c.req.header("last-event-id"));
        return new Response(live.open(sameEpoch ? after : undefined), {
          headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
        });
      },
    );
}

/** Anything else, an empty string too, is as if it were not there. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
