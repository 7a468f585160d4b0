/** The guard's command line as coding CLIs take it for their hooks: one text for a shell. @module */
import type { GuardCommand } from "./driver.ts";

/** The CLIs whose tool calls the guard judges; each has its own form of question and answer. */
export type GuardedCli = "claude" | "codex" | "pi";

export function guardArguments(guard: GuardCommand, cli: GuardedCli): string[] {
  return [guard.cmd, ...guard.args, "--cli", cli];
}

export function posixHookCommand(guard: GuardCommand, cli: GuardedCli): string {
  return guardArguments(guard, cli).map(quotePosix).join(" ");
}

/** For `cmd.exe /C`. */
export function windowsHookCommand(guard: GuardCommand, cli: GuardedCli): string {
  return guardArguments(guard, cli).map(quoteWindows).join(" ");
}

function quotePosix(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** No Windows path holds a double quote, and cmd.exe expands `%` even between quotes. */
function quoteWindows(word: string): string {
  if (/["%\r\n]/.test(word)) throw new RangeError(`Cannot put ${JSON.stringify(word)} on a command line`);
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
