/** `dist/newpi` on a home that outlives it: started, killed at any moment, started again. @module */
import assert from "node:assert/strict";
import { fromFileUrl } from "@std/path";
import type { z } from "zod";
import { type Api, openApi } from "../../../internal/client/mod.ts";
import { delay } from "../../../internal/kernel/clock.ts";
import type { Home } from "../../../internal/kernel/paths.ts";
import { splitLines } from "../../../internal/kernel/process_lines.ts";
import { SYSTEM_PATH } from "../../support/binary.ts";

export const BINARY = fromFileUrl(new URL("../../../dist/newpi", import.meta.url));

/** Known before the first start, so that nothing has to be read from a home that is being made. */
const TOKEN = "a-token-of-the-crash-tests";
/** A start that takes longer has found a fault, also on a busy machine. */
const READY_MS = 20_000;

/** A process that may not have come far. */
export interface Starting {
  /** Rejects when it ends or takes too long before it is ready. */
  readonly ready: Promise<Runtime>;
  kill(): Promise<void>;
}

export interface Runtime {
  readonly url: string;
  readonly pid: number;
  readonly api: Api;
  /** The header of that name. */
  readonly authorization: string;
  /** For whoever wants the status of the answer. */
  send(method: "POST" | "PUT" | "PATCH", path: string, body: unknown): Promise<Response>;
  get<T extends z.ZodType>(path: string, answer: T): Promise<z.infer<T>>;
  /** SIGKILL, and the process is gone when this settles. */
  kill(): Promise<void>;
  /** SIGTERM. */
  stop(): Promise<void>;
}

export function spawnRuntime(home: Home): Starting {
  const process = new Deno.Command(BINARY, {
    args: ["serve", "--addr", "127.0.0.1:0"],
    clearEnv: true,
    env: environment(home),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(process.stderr).text();
  const line = firstMatch(process.stdout, /is ready: (http:\/\/[^/]+)/);
  async function kill() {
    try {
      process.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // it had ended before
    }
    await process.status;
    await Promise.all([line, errors]);
  }

  async function untilReady(): Promise<Runtime> {
    const late = new AbortController();
    const url = await Promise.race([line, delay(READY_MS, late.signal)]);
    late.abort();
    if (url !== undefined) return runtime(process, url, kill);
    await kill();
    throw new Error(`newpi did not start: ${await errors || "it took too long"}`);
  }
  const ready = untilReady();
  ready.catch(() => {}); // whoever kills it first does not ask
  return { ready, kill };
}

export async function startRuntime(home: Home): Promise<Runtime> {
  return await spawnRuntime(home).ready;
}

function runtime(process: Deno.ChildProcess, url: string, kill: () => Promise<void>): Runtime {
  const api = openApi({ url, token: TOKEN, pid: process.pid });
  const authorization = `Bearer ${TOKEN}`;
  const headers = { authorization, "content-type": "application/json" };
  return {
    url,
    pid: process.pid,
    api,
    authorization,
    send: (method, path, body) => fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) }),
    get: api.get,
    kill,
    async stop() {
      process.kill("SIGTERM");
      const { code } = await process.status;
      await kill();
      assert.equal(code, 0, "newpi ended with an error");
    },
  };
}

/** `newpi doctor --json`. */
export async function doctor(home: Home): Promise<{ ok: boolean; checks: unknown[] }> {
  const { code, stdout, stderr } = await new Deno.Command(BINARY, {
    args: ["doctor", "--json"],
    clearEnv: true,
    env: environment(home),
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(text !== "", `newpi doctor ended with ${code}: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(text);
}

function environment(home: Home): Record<string, string> {
  return {
    HOME: home.root,
    NEWPI_HOME: home.root,
    NEWPI_API_TOKEN: TOKEN,
    PATH: SYSTEM_PATH,
    NEWPI_LOGIN_SHELL: "0",
    LANG: "C.UTF-8",
  };
}

/** Reads to the end, so that the process never waits for its reader. @returns undefined when no line matches. */
function firstMatch(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  (async () => {
    for await (const line of splitLines(stream)) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    }
    resolve(undefined);
  })();
  return promise;
}
