/** What the guard did in a run. @module */
import * as z from "zod";
import { EventId } from "./common.ts";

/** Payloads by event kind. Stored for ever: add optional members, never change one. */
export const guardEvents = {
  /** `tool` is the CLI's own name; `reason` is clean, without the advice that the model was given. */
  "guard.blocked": z.strictObject({
    tool: z.string(),
    callId: z.string(),
    rule: z.string().nullable(),
    reason: z.string(),
    root: EventId,
  }),
};
