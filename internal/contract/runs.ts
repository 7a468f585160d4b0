/** Runs: one stretch of an agent using tools, from start to outcome. @module */
import * as z from "zod";
import { AgentKind, EventId, RunId, Timestamp, WorkItemId } from "./common.ts";

export const Outcome = z.enum([
  "succeeded",
  "partially_succeeded",
  "unverified",
  "failed",
  "cancelled",
  "lost",
]);
export type Outcome = z.infer<typeof Outcome>;

/** `turn`: one decision of Primary or Manager; `worker`: the work itself. Later kinds are added here. */
export const RunKind = z.enum(["worker", "turn"]);
export const RunStatus = z.enum(["queued", "running", "paused", "finished"]);

/** As the CLI reports it; unknown is null, never 0. */
export const Usage = z.strictObject({
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  cacheReadTokens: z.int().nullable(),
  cacheWriteTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** Payloads by event kind. Stored for ever: add optional members, never change one. */
export const runEvents = {
  "run.started": z.strictObject({
    instructions: z.string(),
    expect: z.string(),
    root: EventId,
    agent: AgentKind,
    provider: z.string().optional(),
    model: z.string().optional(),
    effort: z.string().optional(),
  }),
  "run.running": z.strictObject({}),
  /** Words of the person for a run that was already there. */
  "run.steered": z.strictObject({
    text: z.string(),
    of: EventId,
    root: EventId,
    /** The run had not begun: they are part of what it is told at its start. */
    queued: z.boolean(),
    /** The worker did not read them; its Manager does, with the result. */
    late: z.boolean(),
  }),
  "run.cancelled": z.strictObject({ reason: z.string(), via: WorkItemId.optional() }),
  /** Exactly one per run, also a message to the run's owner. */
  "run.finished": z.strictObject({
    outcome: Outcome,
    /** True for `succeeded` and `unverified`. */
    ok: z.boolean(),
    durationMs: z.int().min(0),
    toolCalls: z.int().min(0),
    /** The agent's last words, whole up to 200,000 characters. */
    summary: z.string(),
    error: z.string().nullable(),
    /** The question in a last line `BLOCKED: ...`. */
    blocked: z.string().nullable(),
    usage: Usage.nullable(),
    root: EventId,
  }),
  "side_effect.intent": z.strictObject({ tool: z.string(), input: z.string(), callId: z.string() }),
  "side_effect.result": z.strictObject({
    tool: z.string(),
    isError: z.boolean(),
    callId: z.string(),
    /** The end of what the tool answered, where its error usually is; at most 500 characters. */
    output: z.string(),
  }),
};

export const Run = z.object({
  id: RunId,
  kind: RunKind,
  workItemId: WorkItemId.nullable(),
  /** The mailbox that is told how it ended. */
  owner: z.string(),
  status: RunStatus,
  outcome: Outcome.nullable(),
  agent: AgentKind,
  /** The message that started the chain. */
  root: EventId,
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});
export type Run = z.infer<typeof Run>;
