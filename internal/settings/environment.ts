/** Every environment variable newpi reads, with its default; a value of the wrong form stops the start. @module */
import * as z from "zod";
import { InvalidError } from "../kernel/errors.ts";

const whole = (fallback: number, most: number) =>
  z.string().default(String(fallback)).transform(Number).refine(
    (value) => Number.isInteger(value) && value >= 1 && value <= most,
    `must be a whole number from 1 to ${most}`,
  );

const Environment = z.object({
  NEWPI_ADDR: z.string().optional(),
  /** Bearer of the HTTP API; random at each start unless set. */
  NEWPI_API_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  NEWPI_ROUTE_TIMEOUT_SEC: whole(180, 3600),
  NEWPI_WORKER_TIMEOUT_SEC: whole(7200, 86_400),
  /** A coding CLI that gives no sign for so long while no tool works is stopped; a model may think for minutes. */
  NEWPI_SILENCE_SEC: whole(600, 86_400),
  NEWPI_MAX_WORKERS: whole(3, 32),
  NEWPI_MAX_TURNS: whole(4, 32),
  NEWPI_MAX_HOPS: whole(24, 1000),
  /** A runtime that a command started in the background ends after this long without client or run. */
  NEWPI_QUIET_SEC: whole(600, 86_400),
});
export type Environment = z.infer<typeof Environment>;

/** The one that no message may repeat. */
const SECRET = "NEWPI_API_TOKEN";

/**
 * A variable that is empty is one that is not set.
 *
 * @throws {InvalidError} Names the variable, what it holds and what was expected.
 */
export function readEnvironment(variables: Record<string, string> = Deno.env.toObject()): Environment {
  const set = Object.entries(variables).filter(([, value]) => value !== "");
  const parsed = Environment.safeParse(Object.fromEntries(set));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "?");
  const held = name === SECRET ? name : `${name}="${variables[name]}"`;
  throw new InvalidError(
    `The environment variable ${held} ${issue?.message ?? "has the wrong form"}`,
    "ENVIRONMENT_INVALID",
  );
}
