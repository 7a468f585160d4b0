/** One tool call in, a verdict out, in the form that the asking CLI understands. @module */
import { judgeCommand, type Refusal } from "./rules.ts";

export const callers = ["claude", "codex", "pi"] as const;
export type Caller = (typeof callers)[number];

export interface Verdict {
  stdout: string;
  stderr: string;
  exit: 0 | 2;
}

const SHELL_TOOLS = new Set(["bash", "shell", "exec_command", "local_shell", "powershell"]);

/** Only the model hears this: the log keeps the clean reason. */
const SUFFIX = "Nothing in this tool call ran. Make separate calls for the parts that are allowed.";

/** @param input What the CLI wrote to the hook: one JSON object with `tool_name` and `tool_input`. */
export function answerHook(caller: Caller, input: string): Verdict {
  const call = readCall(input);
  if (call === undefined) return refuse(caller, "the call could not be read", true);
  const command = SHELL_TOOLS.has(call.tool.toLowerCase()) ? commandOf(call.input) : undefined;
  const refusal = command === undefined ? undefined : judgeCommand(command);
  if (refusal !== undefined) return refuse(caller, sentence(refusal), false);
  return { stdout: caller === "pi" ? JSON.stringify({ block: false }) : "", stderr: "", exit: 0 };
}

function sentence({ rule, reason, instead }: Refusal): string {
  return `newpi guard ${rule}: this ${reason}. Instead: ${instead}. ${SUFFIX}`;
}

function refuse(caller: Caller, reason: string, unreadable: boolean): Verdict {
  if (caller === "pi") return { stdout: JSON.stringify({ block: true, reason }), stderr: "", exit: 0 };
  if (caller === "codex" || unreadable) return { stdout: "", stderr: reason, exit: 2 };
  const output = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  };
  return { stdout: JSON.stringify({ hookSpecificOutput: output }), stderr: "", exit: 0 };
}

function readCall(text: string): { tool: string; input: Record<string, unknown> } | undefined {
  try {
    const value = JSON.parse(text);
    const { tool_name: tool, tool_input: input } = value;
    if (typeof tool !== "string" || typeof input !== "object" || input === null) return undefined;
    return { tool, input };
  } catch {
    return undefined;
  }
}

function commandOf(input: Record<string, unknown>): string | undefined {
  const command = input.command ?? input.cmd;
  if (Array.isArray(command)) return command.join(" ");
  return typeof command === "string" ? command : undefined;
}
