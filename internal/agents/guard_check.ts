/** Before a spawn: a guard that cannot be asked would let everything pass. @module */
import type { GuardCommand } from "./driver.ts";
import { guardArguments, type GuardedCli } from "./hook_command.ts";
import { isExecutable } from "./locate.ts";
import { asObject, parseObject } from "./narrow.ts";
import { type Answer, ask } from "./probe.ts";

export interface CheckLimits {
  answerMs: number;
  /** How long a good answer is believed. */
  keptMs: number;
}

const LIMITS: CheckLimits = { answerMs: 2000, keptMs: 60_000 };

const CANARY = { command: "sudo true" };
const HOOK_CALL = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: CANARY };

/** A call that every guard refuses, as each CLI would ask about it. */
const CANARIES: Readonly<Record<GuardedCli, Record<string, unknown>>> = {
  claude: HOOK_CALL,
  codex: HOOK_CALL,
  pi: { tool_name: "bash", tool_input: CANARY },
};

export type GuardCheck = (
  guard: GuardCommand,
  cli: GuardedCli,
  env: Record<string, string>,
) => Promise<string | null>;

/** @returns A check that says why no run may start, or `null`. */
export function guardChecker({ answerMs, keptMs }: CheckLimits = LIMITS): GuardCheck {
  const good = new Map<string, number>();

  return async (guard, cli, env) => {
    if (!await isExecutable(guard.cmd)) return refusal(`"${guard.cmd}" is missing or may not be run`);
    const { mtime } = await Deno.stat(guard.cmd);
    const key = JSON.stringify([guardArguments(guard, cli), mtime]);
    if (performance.now() - (good.get(key) ?? -Infinity) < keptMs) return null;
    const problem = await findProblem(guard, cli, env, answerMs);
    if (problem === null) good.set(key, performance.now());
    return problem === null ? null : refusal(problem);
  };
}

const refusal = (reason: string) => `Nothing was started, because the guard does not work: ${reason}`;

async function findProblem(
  guard: GuardCommand,
  cli: GuardedCli,
  env: Record<string, string>,
  answerMs: number,
): Promise<string | null> {
  const [cmd = "", ...args] = guardArguments(guard, cli);
  const input = JSON.stringify({ ...CANARIES[cli], tool_use_id: "newpi-self-test" });
  try {
    const answer = await ask({ command: { cmd, args }, env, input, timeoutMs: answerMs });
    if (answer === null) return `it did not answer within ${answerMs / 1000} seconds`;
    if (isDenied(cli, answer)) return null;
    const said = answer.stderr.trim().slice(-300) || `exit code ${answer.code}`;
    return `it did not refuse "${CANARY.command}" (${said})`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isDenied(cli: GuardedCli, { code, stdout }: Answer): boolean {
  const answer = parseObject(stdout.trim()) ?? {};
  if (cli === "pi") return code === 0 && answer.block === true;
  return code === 2 || code === 0 && asObject(answer.hookSpecificOutput).permissionDecision === "deny";
}
