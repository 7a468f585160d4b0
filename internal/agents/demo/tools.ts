/** What the demo agent can do: one tool call for each instruction that touches something. @module */
import { dirname } from "@std/path";
import { settlesWithin } from "../../kernel/process_deadline.ts";
import { insidePath } from "./inside.ts";
import type { Instruction } from "./instructions.ts";
import type { Sentences } from "./sentences.ts";
import { runCommand } from "./shell.ts";

export interface Place {
  cwd: string;
  signal: AbortSignal;
  say: Sentences;
}

export interface ToolAnswer {
  ok: boolean;
  /** As the tool gives it back. */
  output: string;
  /** As the agent tells it. */
  sentence: string;
}

export interface Tool {
  name: string;
  input: Record<string, string | number>;
  run(place: Place): Promise<ToolAnswer>;
}

const MAX_WAIT_S = 600;
const MAX_READ_BYTES = 4096;

export type ToolInstruction = Extract<Instruction, { verb: "write" | "read" | "run" | "wait" }>;

export function toolFor(instruction: ToolInstruction): Tool {
  switch (instruction.verb) {
    case "write": {
      const { path, text } = instruction;
      return {
        name: "Write",
        input: { file_path: path, content: text },
        run: (place) => write(path, text, place),
      };
    }
    case "read": {
      const { path } = instruction;
      return { name: "Read", input: { file_path: path }, run: (place) => read(path, place) };
    }
    case "run": {
      const { command } = instruction;
      return { name: "Bash", input: { command }, run: (place) => runShell(command, place) };
    }
    case "wait": {
      const { seconds } = instruction;
      return {
        name: "Wait",
        input: { seconds, description: `${seconds} s` },
        run: (place) => wait(seconds, place),
      };
    }
  }
}

const done = (output: string, sentence: string): ToolAnswer => ({ ok: true, output, sentence });
const failed = (sentence: string): ToolAnswer => ({ ok: false, output: sentence, sentence });

async function write(path: string, text: string, { cwd, say }: Place): Promise<ToolAnswer> {
  return await withFile(path, cwd, say, async (file) => {
    const bytes = new TextEncoder().encode(text);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, bytes);
    return done(say.wrote(path, bytes.length), say.wrote(path, bytes.length));
  });
}

async function read(path: string, { cwd, say }: Place): Promise<ToolAnswer> {
  return await withFile(path, cwd, say, async (file) => {
    using opened = await Deno.open(file);
    const buffer = new Uint8Array(MAX_READ_BYTES);
    const text = new TextDecoder().decode(buffer.subarray(0, await opened.read(buffer) ?? 0)).trimEnd();
    return done(text, say.read(path, text));
  });
}

async function withFile(
  path: string,
  cwd: string,
  say: Sentences,
  use: (file: string) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  try {
    const file = await insidePath(cwd, path);
    return file === null ? failed(say.outside(path)) : await use(file);
  } catch (error) {
    return failed(say.cannot(path, error instanceof Error ? error.message : String(error)));
  }
}

async function runShell(command: string, { cwd, signal, say }: Place): Promise<ToolAnswer> {
  const { code, output } = await runCommand(command, cwd, signal);
  if (code === 0) return done(output, say.ran(command, output));
  return { ok: false, output: output || `exit code ${code}`, sentence: say.runFailed(command, code, output) };
}

async function wait(seconds: number, { signal, say }: Place): Promise<ToolAnswer> {
  if (!(seconds >= 0 && seconds <= MAX_WAIT_S)) return failed(say.badWait);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => stop(), { once: true });
  if (!signal.aborted) await settlesWithin(stopped, seconds * 1000);
  return done(say.waited(seconds), say.waited(seconds));
}
