import type { Usage } from "../contract/runs.ts";
import type { ExitStatus } from "../kernel/process.ts";
import type { Settlement } from "./claude_ledger.ts";
import { asText, asTexts, type JsonObject } from "./narrow.ts";

const SHOWN_STDERR_CHARS = 1000;

export interface ClaudeOutcome {
  ok: boolean;
  text: string;
  error: string | null;
  /** The process went away in the middle, without a result. */
  lost: boolean;
  sessionId: string | null;
  toolCalls: number;
  usage: Usage | null;
  /** `unsent`: the session never began. `unknown`: it may have been read or not. */
  messages: Record<string, Settlement | "unsent" | "unknown">;
}

/** A `result` line, as far as it matters after the next one came. */
export interface ClaudeResult {
  text: string;
  error: string | null;
}

export function readResult(line: JsonObject): ClaudeResult {
  const text = asText(line.result);
  // `subtype` is "success" after an API error too; only `is_error` tells.
  if (line.subtype === "success" && line.is_error !== true) return { text, error: null };
  const reason = asTexts(line.errors).join("\n") || text || LIMITS[asText(line.subtype)] ||
    asText(line.subtype);
  return { text: "", error: reason || "The agent reported an error without a reason" };
}

const LIMITS: Record<string, string> = {
  error_max_turns: "The agent reached its limit of turns",
  error_max_budget_usd: "The agent reached its limit of cost",
};

export interface Ending {
  /** The last one. */
  result: ClaudeResult | null;
  began: boolean;
  /** Nothing was left to do and every message was settled. */
  idle: boolean;
  /** `null` when the CLI was stopped because it stayed after it had finished. */
  exit: ExitStatus | null;
  stderr: string;
}

/** Success takes three signs: a result, no error in it, and exit 0. */
export function concludeError(ending: Ending): { error: string | null; lost: boolean } {
  const { result, began, idle, exit } = ending;
  const stderr = ending.stderr.slice(-SHOWN_STDERR_CHARS);
  if (result !== null && result.error !== null) return { error: result.error, lost: false };
  if (result !== null && (exit === null || exit.code === 0)) return { error: null, lost: false };
  if (result !== null && idle) {
    return {
      error: withStderr(`The agent reported success but failed (${describe(exit)})`, stderr),
      lost: false,
    };
  }
  if (!began && stderr !== "") return { error: stderr, lost: false };
  return { error: withStderr(`The agent ended without a result (${describe(exit)})`, stderr), lost: began };
}

function describe(exit: ExitStatus | null): string {
  if (exit === null) return "stopped";
  return exit.signal === null ? `exit code ${exit.code}` : exit.signal;
}

const withStderr = (sentence: string, stderr: string) => stderr === "" ? sentence : `${sentence}: ${stderr}`;
