/**
 * The newpi guard as an extension of pi: asks before each tool call and blocks it whenever there is no clear answer.
 * newpi writes this file into a run's folder and starts pi with it; it stands alone there.
 */
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import process from "node:process";

/** What pi hands to a `tool_call` handler, as far as it is used here. */
interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

interface Verdict {
  block: boolean;
  reason?: string;
}

interface Pi {
  on(event: "tool_call", handler: (call: ToolCall) => Promise<Verdict | undefined>): void;
}

const ANSWER_MS = 30_000;

export default function guard(pi: Pi): void {
  const command = readCommand(process.env.NEWPI_GUARD);
  pi.on("tool_call", async (call) => {
    const verdict = await ask(command, call);
    return verdict.block ? verdict : undefined;
  });
}

/** @throws When newpi did not say how to ask; pi does not start then. */
function readCommand(text: string | undefined): string[] {
  const command: unknown = JSON.parse(text ?? "null");
  if (Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === "string")) {
    return command;
  }
  throw new Error("Cannot ask the newpi guard: NEWPI_GUARD is not set");
}

function ask([program = "", ...args]: string[], call: ToolCall): Promise<Verdict> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      refuse("it did not answer in time");
    }, ANSWER_MS);
    const chunks: Buffer[] = [];

    function answer(verdict: Verdict) {
      clearTimeout(timer);
      resolve(verdict);
    }
    const refuse = (why: string) =>
      answer({ block: true, reason: `The newpi guard could not be asked: ${why}` });

    child.on("error", (error) => refuse(error.message));
    child.on("close", (code) => {
      if (code !== 0) return refuse(`it ended with ${code ?? "a signal"}`);
      const verdict = readVerdict(Buffer.concat(chunks).toString());
      if (verdict === undefined) return refuse("its answer could not be read");
      answer(verdict);
    });
    // A program that could not be started may have no pipes.
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin?.on("error", () => {}); // A guard that reads nothing still says how it ended.
    const { toolName: tool_name, input: tool_input, toolCallId: tool_use_id } = call;
    child.stdin?.end(JSON.stringify({ tool_name, tool_input, tool_use_id, cwd: process.cwd() }));
  });
}

function readVerdict(text: string): Verdict | undefined {
  try {
    const { block, reason } = JSON.parse(text);
    if (typeof block !== "boolean") return undefined;
    return { block, reason: typeof reason === "string" ? reason : undefined };
  } catch {
    return undefined;
  }
}
