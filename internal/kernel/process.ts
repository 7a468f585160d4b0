/** Child processes that leave nothing behind: own group, own run id, bounded buffers. @module */
import { settlesWithin } from "./process_deadline.ts";
import { endGroup, hasGroups } from "./process_group.ts";
import { splitLines } from "./process_lines.ts";
import { RUN_ID, sweepRun } from "./process_sweep.ts";
import { keepTail } from "./process_tail.ts";

export { settlesWithin } from "./process_deadline.ts";
export { LineTooLongError } from "./process_lines.ts";
export { RUN_ID, sweepRun } from "./process_sweep.ts";

const TERM_TO_KILL_MS = 3000;
const DRAIN_MS = 3000;

export interface ChildSpec {
  cmd: string;
  args: string[];
  cwd: string;
  /** The whole environment, to which the run's id is added. */
  env: Record<string, string>;
  runId: string;
}

export interface ExitStatus {
  code: number;
  signal: string | null;
}

export interface Child {
  readonly pid: number;
  readonly startedAtMs: number;
  /** The process itself ended; its helpers may live on for a moment. */
  readonly exited: Promise<ExitStatus>;
  /** The process, its group and all that carries its run id ended, and stdout was read or given up. */
  readonly gone: Promise<ExitStatus>;
  /** @returns `false` when the process no longer reads. */
  write(text: string): Promise<boolean>;
  closeStdin(): Promise<void>;
  /** Lines of stdout without their LF; one consumer. */
  lines(): AsyncGenerator<string, void>;
  /** The end of stderr, which is where a program says why it could not go on. */
  stderrTail(): string;
  /** TERM, after three seconds KILL; settles as `gone` does. Also right when the child ended long ago. */
  stop(): Promise<void>;
  /** KILL at once; what it printed and nobody read yet is given up. */
  kill(): Promise<void>;
}

/** @throws When the program or the directory does not exist. */
export function spawnGroup(spec: ChildSpec): Child {
  const startedAtMs = Date.now();
  const process = new Deno.Command(spec.cmd, {
    args: spec.args,
    cwd: spec.cwd,
    env: { ...spec.env, [RUN_ID]: spec.runId },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: hasGroups,
  }).spawn();
  const stdin = process.stdin.getWriter();
  const stdout = process.stdout.getReader();
  const stderr = keepTail(process.stderr);
  const encoder = new TextEncoder();
  let running = true;
  let drainMs = DRAIN_MS;
  let stopping: Promise<void> | undefined;

  const exited = process.status.then(({ code, signal }): ExitStatus => ({ code, signal }));
  const gone = exited.then(async (status) => {
    running = false;
    // At once, while the number of the group cannot have been given to another one.
    if (hasGroups) await endGroup(process.pid, "SIGKILL");
    await sweepRun(spec.runId, startedAtMs, process.pid);
    await settlesWithin(stdout.closed, drainMs);
    await Promise.allSettled([stdout.cancel(), stderr.close(), stdin.abort()]);
    return status;
  });

  const signal = (name: "SIGTERM" | "SIGKILL") => running ? endGroup(process.pid, name) : Promise.resolve();
  async function kill() {
    drainMs = 0;
    await signal("SIGKILL");
    await gone;
  }
  async function termThenKill() {
    await signal("SIGTERM");
    if (!await settlesWithin(exited, TERM_TO_KILL_MS)) await signal("SIGKILL");
    await gone;
  }

  return {
    pid: process.pid,
    startedAtMs,
    exited,
    gone,
    write: (text) => stdin.write(encoder.encode(text)).then(() => true, () => false),
    closeStdin: () => stdin.close().catch(() => {}),
    lines: () => splitLines(chunks(stdout)),
    stderrTail: stderr.text,
    stop: () => stopping ??= termThenKill(),
    kill,
  };
}

/** Closes the pipe when its consumer turns away: the rest is wanted by nobody. */
async function* chunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
