/** The compiled program as a person's terminal runs it: a home of its own and a clean environment. @module */
import assert from "node:assert/strict";
import process from "node:process";
import { fromFileUrl } from "@std/path";
import { delay } from "../../internal/kernel/clock.ts";
import type { Home } from "../../internal/kernel/paths.ts";
import { splitLines } from "../../internal/kernel/process_lines.ts";
import { tempHome } from "./temp.ts";

export const BINARY = fromFileUrl(new URL("../../dist/newpi", import.meta.url));

/** A command that takes longer has found a fault, also on a busy machine. */
const PATIENCE_MS = 60_000;

export interface Output {
  code: number;
  stdout: string;
  stderr: string;
  /** Of stdout, or of stderr when the command refused. */
  json(): ReturnType<typeof JSON.parse>;
  /** One JSON object per line of stdout. */
  jsonLines(): Record<string, unknown>[];
}

export interface RunOptions {
  env?: Record<string, string>;
  stdin?: string;
}

export interface Cli extends AsyncDisposable {
  readonly home: Home;
  run(args: string[], options?: RunOptions): Promise<Output>;
  /** Starts a command and does not wait for it. */
  spawn(args: string[], options?: RunOptions): Spawned;
  /** `newpi serve` on a free port, once it is ready. */
  serve(options?: RunOptions): Promise<Served>;
}

export interface Spawned {
  readonly process: Deno.ChildProcess;
  readonly output: Promise<Output>;
  /** The first match in a line of stdout. @throws {Error} When it ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Served {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** @returns The exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

/** Where the tools of the system are, and no coding CLI: newpi would give it every role. */
export const SYSTEM_PATH = Deno.build.os === "windows" ? Deno.env.get("PATH") ?? "" : "/usr/bin:/bin";

/** No variable of the person's own newpi, of a coding CLI or of a display. */
function cleanEnvironment(home: Home, more: Record<string, string> = {}): Record<string, string> {
  const env = { HOME: home.root, PATH: SYSTEM_PATH, NEWPI_LOGIN_SHELL: "0", LANG: "C.UTF-8" };
  return { ...env, NEWPI_HOME: home.root, ...more };
}

/** Whatever runs on its home when the test ends is stopped. */
export async function openCli(): Promise<Cli> {
  const home = await tempHome();

  function spawn(args: string[], { env, stdin }: RunOptions = {}): Spawned {
    const child = new Deno.Command(BINARY, {
      args,
      clearEnv: true,
      env: cleanEnvironment(home, env),
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    if (stdin !== undefined) void ReadableStream.from([new TextEncoder().encode(stdin)]).pipeTo(child.stdin);
    return follow(child);
  }

  async function serve(options: RunOptions = {}): Promise<Served> {
    const token = "a-token-of-the-cli-tests";
    const env = { NEWPI_API_TOKEN: token, ...options.env };
    const started = spawn(["serve", "--addr", "127.0.0.1:0"], { env });
    const [, url = ""] = await started.line(/is ready: (http:\/\/[^/]+)/);
    return {
      url,
      token,
      pid: started.process.pid,
      async stop(signal = "SIGTERM") {
        started.process.kill(signal);
        return (await started.output).code;
      },
    };
  }

  return {
    home,
    spawn,
    run: (args, options) => inTime(spawn(args, options), args),
    serve,
    async [Symbol.asyncDispose]() {
      await stopRuntimes(home);
      await home[Symbol.asyncDispose]();
    },
  };
}

async function inTime(spawned: Spawned, args: string[]): Promise<Output> {
  const timer = setTimeout(() => spawned.process.kill("SIGKILL"), PATIENCE_MS);
  const output = await spawned.output;
  clearTimeout(timer);
  assert.notEqual(output.code, 137, `newpi ${args.join(" ")} did not end: ${output.stdout}${output.stderr}`);
  return output;
}

function follow(child: Deno.ChildProcess): Spawned {
  const lines: string[] = [];
  const waiting = new Set<{ pattern: RegExp; found: PromiseWithResolvers<RegExpExecArray> }>();
  const look = (line: string) => {
    for (const entry of waiting) {
      const match = entry.pattern.exec(line);
      if (match === null) continue;
      waiting.delete(entry);
      entry.found.resolve(match);
    }
  };
  const read = (async () => {
    for await (const line of splitLines(child.stdout)) {
      lines.push(line);
      look(line);
    }
  })();
  const output = Promise.all([read, new Response(child.stderr).text(), child.status])
    .then(([, stderr, { code, signal }]) => {
      const stdout = lines.map((line) => `${line}\n`).join("");
      for (const { found } of waiting) {
        found.reject(new Error(`it ended with ${signal ?? code}: ${stdout}${stderr}`));
      }
      const json = () => JSON.parse(stdout === "" ? stderr : stdout);
      return { code, stdout, stderr, json, jsonLines: () => lines.map((line) => JSON.parse(line)) };
    });
  return {
    process: child,
    output,
    line(pattern) {
      const known = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
      if (known !== undefined) return Promise.resolve(known as RegExpExecArray);
      const found = Promise.withResolvers<RegExpExecArray>();
      waiting.add({ pattern, found });
      return found.promise;
    },
  };
}

/** The process of the runtime of a home, also of one that a command started in the background. */
export async function runtimePid(home: Home): Promise<number | undefined> {
  const text = await Deno.readTextFile(home.runtimeJson).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).pid;
}

/** A command may have started a second runtime that comes to life only when the first one ends. */
async function stopRuntimes(home: Home): Promise<void> {
  for (let pids = await runtimesOf(home); pids.length > 0; pids = await runtimesOf(home)) {
    for (const pid of pids) if (isAlive(pid)) Deno.kill(pid, "SIGTERM");
    for (const pid of pids) await processEnds(pid);
  }
}

async function runtimesOf(home: Home): Promise<number[]> {
  const known = await runtimePid(home);
  const started = Deno.build.os === "linux" ? processesWith(`NEWPI_HOME=${home.root}`) : [];
  return [...new Set([...started, ...known === undefined ? [] : [known]])].filter(isAlive);
}

function processesWith(variable: string): number[] {
  return [...Deno.readDirSync("/proc")].map((entry) => Number(entry.name)).filter((pid) => {
    try {
      return pid > 0 && Deno.readTextFileSync(`/proc/${pid}/environ`).split("\0").includes(variable);
    } catch {
      return false; // it has ended, or is another user's
    }
  });
}

/** Of a process that is not our child there is no event to wait for. */
export async function processEnds(pid: number, ms = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    assert.ok(Date.now() < deadline, `process ${pid} did not end within ${ms} ms`);
    await delay(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** Where nobody reaps orphans, as in a container, a process that has ended is still in the table. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
