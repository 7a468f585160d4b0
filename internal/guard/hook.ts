/** One tool call in, a verdict out, in the form that the asking CLI understands. @module */
import { isChanging } from "./mutating.ts";
import { judgeCommand } from "./rules.ts";
import { appendStep, readRunFolder, type StepRecord } from "./run_folder.ts";

export const callers = ["claude", "codex", "pi"] as const;
export type Caller = (typeof callers)[number];

export interface Answer {
  stdout: string;
  stderr: string;
  exit: 0 | 2;
}

interface Call {
  tool: string;
  input: Record<string, unknown>;
  /** The CLI's own id of the call. */
  callId: string;
}

interface Verdict {
  verdict: StepRecord["verdict"];
  rule?: string;
  /** Clean: it goes into the log. */
  reason?: string;
  /** What the model is told to do about it. */
  advice?: string;
}

const SHELL_TOOLS = new Set(["bash", "shell", "exec_command", "local_shell", "powershell"]);
const NOTHING_RAN = "Nothing in this tool call ran. Make separate calls for the parts that are allowed.";
const READ_FIRST = "Read it first: end this step without changing anything, it is delivered to you at once.";

/**
 * @param input What the CLI wrote to the hook: one JSON object with `tool_name`, `tool_input` and `tool_use_id`.
 * @param folder Of the run this call belongs to; without one the call is judged by the rules alone.
 */
export function answerHook(caller: Caller, input: string, folder?: string): Answer {
  const call = readCall(input);
  if (call === undefined) return refuse(caller, "newpi guard: the call could not be read", true);
  const verdict = judge(call, folder);
  if (folder !== undefined) {
    const { callId, tool } = call;
    const { verdict: kind, rule, reason } = verdict;
    try {
      appendStep(folder, { callId, tool, verdict: kind, rule, reason });
    } catch {
      return refuse(caller, "newpi guard: the verdict could not be recorded, so nothing may run", false);
    }
  }
  if (verdict.verdict !== "pass") {
    const rule = verdict.rule === undefined ? "" : ` ${verdict.rule}`;
    return refuse(
      caller,
      `newpi guard${rule}: ${verdict.reason}. ${verdict.advice ?? ""} ${NOTHING_RAN}`,
      false,
    );
  }
  return { stdout: caller === "pi" ? JSON.stringify({ block: false }) : "", stderr: "", exit: 0 };
}

function judge({ tool, input }: Call, folder: string | undefined): Verdict {
  const command = SHELL_TOOLS.has(tool.toLowerCase()) ? commandOf(input) : undefined;
  const refusal = command === undefined ? undefined : judgeCommand(command);
  if (refusal !== undefined) {
    const { rule, reason, instead } = refusal;
    return { verdict: "deny", rule, reason: `this ${reason}`, advice: `Instead: ${instead}.` };
  }
  if (folder === undefined || !isChanging(tool, command)) return { verdict: "pass" };
  const state = readRunFolder(folder);
  if (state.kind === "unusable") return { verdict: "deny", rule: "run.folder", reason: state.reason };
  if (!state.pendingInput) return { verdict: "pass" };
  return {
    verdict: "wait",
    rule: "input.pending",
    reason: "the person has said something new",
    advice: READ_FIRST,
  };
}

function refuse(caller: Caller, reason: string, unreadable: boolean): Answer {
  if (caller === "pi") return { stdout: JSON.stringify({ block: true, reason }), stderr: "", exit: 0 };
  if (caller === "codex" || unreadable) return { stdout: "", stderr: reason, exit: 2 };
  const output = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  };
  return { stdout: JSON.stringify({ hookSpecificOutput: output }), stderr: "", exit: 0 };
}

function readCall(text: string): Call | undefined {
  try {
    const { tool_name: tool, tool_input: input, tool_use_id: callId } = JSON.parse(text);
    if (typeof tool !== "string" || typeof input !== "object" || input === null) return undefined;
    return { tool, input, callId: typeof callId === "string" ? callId : "" };
  } catch {
    return undefined;
  }
}

function commandOf(input: Record<string, unknown>): string | undefined {
  const command = input.command ?? input.cmd;
  if (Array.isArray(command)) {
    return command.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(" ");
  }
  return typeof command === "string" ? command : undefined;
}
