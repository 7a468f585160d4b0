/** How a run ended, from the three signs that a success takes: a result, no error in it, and exit 0. @module */
import type { ExitStatus } from "../kernel/process.ts";

const SHOWN_STDERR_CHARS = 1000;
/** codex colours its errors also where nobody sees it. */
// deno-lint-ignore no-control-regex -- it is what begins a colour
const COLOURS = /\u001b\[[\d;]*m/g;

/** What the CLI last said about its work, as far as it matters after the next one came. */
export interface TurnResult {
  text: string;
  error: string | null;
}

export interface Ending {
  /** The last one. */
  result: TurnResult | null;
  began: boolean;
  /** Nothing was left to do and every message was settled. */
  idle: boolean;
  /** `null` when the CLI was stopped because it stayed after it had finished. */
  exit: ExitStatus | null;
  stderr: string;
}

export function concludeError(ending: Ending): { error: string | null; lost: boolean } {
  const { result, began, idle, exit } = ending;
  const stderr = ending.stderr.replaceAll(COLOURS, "").slice(-SHOWN_STDERR_CHARS);
  if (result !== null && result.error !== null) return { error: result.error, lost: false };
  if (result !== null && (exit === null || exit.code === 0)) return { error: null, lost: false };
  if (result !== null && idle) {
    return {
      error: withStderr(`The agent reported success but failed (${describe(exit)})`, stderr),
      lost: false,
    };
  }
  if (!began && stderr !== "") return { error: stderr, lost: false };
  const lost = began || exit !== null && exit.signal !== null;
  return { error: withStderr(`The agent ended without a result (${describe(exit)})`, stderr), lost };
}

function describe(exit: ExitStatus | null): string {
  if (exit === null) return "stopped";
  return exit.signal === null ? `exit code ${exit.code}` : `killed by ${exit.signal}`;
}

const withStderr = (sentence: string, stderr: string) => stderr === "" ? sentence : `${sentence}: ${stderr}`;
