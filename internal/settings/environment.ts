/** Every environment variable newpi reads, with its default; a value of the wrong form stops the start. @module */
import * as z from "zod";
import { InvalidError } from "../kernel/errors.ts";

const seconds = (fallback: number, most: number) =>
  z.coerce.number().int().min(1).max(most).default(fallback);

const Environment = z.object({
  NEWPI_ADDR: z.string().optional(),
  /** Bearer of the HTTP API; random at each start unless set. */
  NEWPI_API_TOKEN: z.string().min(16).optional(),
  NEWPI_ROUTE_TIMEOUT_SEC: seconds(180, 3600),
  NEWPI_WORKER_TIMEOUT_SEC: seconds(7200, 86_400),
  NEWPI_MAX_WORKERS: z.coerce.number().int().min(1).max(32).default(3),
  NEWPI_MAX_TURNS: z.coerce.number().int().min(1).max(32).default(4),
  NEWPI_MAX_HOPS: z.coerce.number().int().min(1).max(1000).default(24),
  /** A runtime that a command started in the background ends after this long without client or run. */
  NEWPI_QUIET_SEC: seconds(600, 86_400),
});
export type Environment = z.infer<typeof Environment>;

/** The one that no message may repeat. */
const SECRET = "NEWPI_API_TOKEN";

/** @throws {InvalidError} Names the variable, what it holds and what was expected. */
export function readEnvironment(variables: Record<string, string> = Deno.env.toObject()): Environment {
  const parsed = Environment.safeParse(variables);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "?");
  const held = name === SECRET ? name : `${name}="${variables[name]}"`;
  throw new InvalidError(
    `Cannot use the environment variable ${held}: ${issue?.message ?? "it has the wrong form"}`,
    "ENVIRONMENT_INVALID",
  );
}
