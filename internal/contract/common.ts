/** Shapes that every domain's contract is built from. No Deno, no node: the page imports these files too. @module */
import * as z from "zod";

// Most schemas are used a few times: compiling a parser for each costs the start more than it ever saves.
z.config({ jitless: true });

/** An id is a prefix that names its table and 6 to 32 characters of lower-case base 32. */
const id = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-z]{6,32}$`), `must look like ${prefix}...`);

export const EventId = id("ev_");
export const WorkItemId = id("wi_");
export const RunId = id("run_");
export const ThreadId = z.union([z.literal("main"), id("th_")]);

/** UTC ISO-8601 with milliseconds, so that text order is time order. */
export const Timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** A sentence that newpi itself says: the reader's language is chosen when it is shown, `text` beside it is English. */
export const Notice = z.strictObject({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** The coding CLIs newpi has a driver for. Later drivers are added here. */
export const AgentKind = z.enum(["demo", "claude", "codex", "pi"]);
export type AgentKind = z.infer<typeof AgentKind>;

/** Which agent plays a role, or answers one message and does the work that comes from it. */
export const RunAs = z.strictObject({
  agent: AgentKind,
  /** Of `settings.json`; without one the CLI uses its own login. */
  provider: z.string().optional(),
  /** Without one the CLI's own choice. */
  model: z.string().regex(/^\S{1,200}$/, "must be a model name without spaces").optional(),
  effort: z.string().regex(/^[a-z]{1,20}$/, "must be a name such as low or high").optional(),
});
export type RunAs = z.infer<typeof RunAs>;

/** Every refusal of the HTTP API. `code` is stable, UPPER_SNAKE; `message` is an English sentence. */
export const ErrorBody = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Ok = z.object({ ok: z.literal(true) });

/** A whole non-negative number written in a query string. */
export const QueryInt = z.string().regex(/^\d{1,15}$/, "must be a whole number of at least 0").transform(
  Number,
);
