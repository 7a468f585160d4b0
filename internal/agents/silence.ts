/** How long a coding CLI may give no sign of life before it is stopped. @module */
import { InvalidError } from "../kernel/errors.ts";

const VARIABLE = "NEWPI_SILENCE_SEC";
const LONGEST_SEC = 86_400;

/** A model that thinks hard is silent for minutes. */
export const SILENCE_MS = 10 * 60_000;

/** @throws {InvalidError} The variable holds no whole number of seconds. */
export function readSilence(variables: Record<string, string>): number {
  const text = variables[VARIABLE];
  if (text === undefined) return SILENCE_MS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= LONGEST_SEC) return seconds * 1000;
  throw new InvalidError(
    `Cannot use the environment variable ${VARIABLE}="${text}": must be a whole number from 1 to ${LONGEST_SEC}`,
    "ENVIRONMENT_INVALID",
  );
}
