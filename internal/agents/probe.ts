/** Short runs of another program that only asks it something. @module */
import { settlesWithin } from "../kernel/process.ts";
import { endGroup, hasGroups } from "../kernel/process_group.ts";
import { masker } from "./secrets.ts";
import type { Command } from "./session.ts";

export interface Question {
  command: Command;
  env: Record<string, string>;
  cwd?: string;
  /** Written to stdin, which is closed after it. */
  input?: string;
  timeoutMs: number;
}

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** Something the program left in the background may keep its output open. */
const DRAIN_MS = 200;

/** @returns `null` when it did not end in time; it is ended then, with all that it started. */
export async function ask({ command, env, cwd, input = "", timeoutMs }: Question): Promise<Answer | null> {
  const child = new Deno.Command(command.cmd, {
    args: command.args,
    env,
    clearEnv: true,
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: hasGroups,
  }).spawn();
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const writer = child.stdin.getWriter();
  // A program that does not want to hear it closes its stdin.
  void writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  const inTime = await settlesWithin(child.status, timeoutMs);
  if (!inTime) await endGroup(child.pid, "SIGKILL");
  const { code } = await child.status;
  await settlesWithin(Promise.all([stdout.ended, stderr.ended]), DRAIN_MS);
  await Promise.allSettled([stdout.close(), stderr.close(), writer.abort()]);
  const mask = masker(env);
  return inTime ? { code, stdout: mask.whole(stdout.text()), stderr: mask.whole(stderr.text()) } : null;
}

function collect(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const ended = (async () => {
    for (let next = await reader.read(); !next.done && text.length < MAX_BYTES; next = await reader.read()) {
      text += decoder.decode(next.value, { stream: true });
    }
  })();
  return { ended, text: () => text, close: () => reader.cancel() };
}
