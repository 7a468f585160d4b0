/** The compiled binary on a home of its own: started, killed, started again, as on a person's machine. @module */
import assert from "node:assert/strict";
import { type Home, homePaths } from "../../../internal/kernel/paths.ts";
import { splitLines } from "../../../internal/kernel/process_lines.ts";
import { BINARY } from "../../support/binary.ts";
import { tempDir } from "../../support/temp.ts";

export interface Newpi extends AsyncDisposable {
  readonly home: Home;
  /** Stays the same when it is started again. */
  readonly origin: string;
  /** What it wrote to stderr, line by line. */
  readonly said: readonly string[];
  /** The address with a single-use code that `serve` printed. */
  readonly printedUrl: string;
  /** Another such address. */
  signInUrl(): Promise<string>;
  /** What no person does by hand: many messages, an answer that is waited for. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Ends the process and waits until it is gone. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** The same home on the same port. */
  start(): Promise<void>;
  /** Takes the database away, as a person may who starts afresh or puts a backup in its place. */
  forget(): Promise<void>;
}

interface Running {
  process: Deno.ChildProcess;
  printedUrl: string;
  token: string;
}

/** @param variables Its environment beside its home; without `PATH` the one of this process. */
export async function startNewpi(variables: Record<string, string> = {}): Promise<Newpi> {
  const dir = await tempDir();
  const home = homePaths(dir.at("home"));
  const env = { HOME: dir.path, PATH: Deno.env.get("PATH") ?? "", ...variables, NEWPI_HOME: home.root };
  const said: string[] = [];
  let running = await run(home, env, { address: "127.0.0.1:0", said });
  const { origin, host } = new URL(running.printedUrl);

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { "authorization": `Bearer ${running.token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }
  async function stop(signal: "SIGTERM" | "SIGKILL") {
    running.process.kill(signal);
    const { code } = await running.process.status;
    if (signal === "SIGTERM") assert.equal(code, 0, "newpi ended with an error");
  }

  return {
    home,
    origin,
    said,
    printedUrl: running.printedUrl,
    async signInUrl() {
      const { url } = await call<{ url: string }>("POST", "/api/auth/code", {});
      return url;
    },
    call,
    stop,
    async start() {
      running = await run(home, env, { address: host, said });
    },
    async forget() {
      for (const end of ["", "-wal", "-shm"]) {
        await Deno.remove(`${home.database}${end}`).catch((error) => {
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        });
      }
    },
    async [Symbol.asyncDispose]() {
      await stop("SIGTERM").catch((error) => {
        if (!(error instanceof TypeError)) throw error; // it had ended before
      });
      await dir[Symbol.asyncDispose]();
    },
  };
}

async function run(
  home: Home,
  env: Record<string, string>,
  { address, said }: { address: string; said: string[] },
): Promise<Running> {
  const process = new Deno.Command(BINARY, {
    args: ["serve", "--addr", address],
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  void readLines(process.stderr, (line) => void said.push(line));
  const { promise: ready, resolve } = Promise.withResolvers<string>();
  void readLines(process.stdout, (line) => {
    const url = /is ready: (\S+)/.exec(line)?.[1];
    if (url !== undefined) resolve(url);
  });
  const ended = process.status.then(({ code }) => {
    throw new Error(`newpi ended with ${code} before it was ready: ${said.join("\n")}`);
  });
  const printedUrl = await Promise.race([ready, ended]);
  ended.catch(() => {}); // from here on its end is the test's own doing
  const { token } = JSON.parse(await Deno.readTextFile(home.runtimeJson));
  return { process, printedUrl, token };
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  for await (const line of splitLines(stream)) take(line);
}
