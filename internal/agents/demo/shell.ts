import { settlesWithin } from "../../kernel/process_deadline.ts";
import { endGroup, hasGroups } from "../../kernel/process_group.ts";
import { keepTail } from "../../kernel/process_tail.ts";

const TERM_TO_KILL_MS = 1000;
/** A command may leave something running in the background that keeps its output open. */
const DRAIN_MS = 200;

/** Runs a command in a session of its own, as the coding CLIs do, and keeps the end of what it prints. */
export async function runCommand(
  command: string,
  cwd: string,
  signal: AbortSignal,
): Promise<{ code: number; output: string }> {
  const [cmd, args] = hasGroups
    ? ["sh", ["-c", `exec 2>&1\n${command}`]]
    : ["cmd", ["/d", "/s", "/c", `${command} 2>&1`]];
  const child = new Deno.Command(cmd, {
    args,
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    detached: hasGroups,
  }).spawn();
  const output = keepTail(child.stdout);
  const end = async () => {
    await endGroup(child.pid, "SIGTERM");
    if (!await settlesWithin(child.status, TERM_TO_KILL_MS)) await endGroup(child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) await end();
  const { code } = await child.status;
  signal.removeEventListener("abort", end);
  await settlesWithin(output.ended, DRAIN_MS);
  await output.close();
  return { code, output: output.text() };
}
