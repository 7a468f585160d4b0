/** A real server in this process, on a home of its own and with a scripted agent. @module */
import { join } from "@std/path";
import type * as z from "zod";
import { openServer, type Runtime, type Server } from "../../internal/app/mod.ts";
import type { Event } from "../../internal/contract/log.ts";
import { createLogger } from "../../internal/kernel/logger.ts";
import type { Home } from "../../internal/kernel/paths.ts";
import { type Environment, readEnvironment } from "../../internal/settings/mod.ts";
import { type RawAnswer, type RawRequest, rawRequest } from "./raw_http.ts";
import { type Script, type ScriptedDriver, scriptedDriver } from "./scripted_driver.ts";
import { openStream, type Stream } from "./stream.ts";
import { tempHome } from "./temp.ts";
import { allEvents, untilTrue } from "./until.ts";

export interface ServerOptions {
  environment?: Partial<Environment>;
  pingMs?: number;
  address?: string;
}

export interface TestServer extends AsyncDisposable {
  readonly home: Home;
  readonly server: Server;
  readonly runtime: Runtime;
  readonly agent: ScriptedDriver;
  readonly url: string;
  readonly token: string;
  /** As the bytes are given; `host` is right unless told. */
  raw(request: RawRequest): Promise<RawAnswer>;
  /** With the bearer token. */
  get(path: string): Promise<RawAnswer>;
  post(path: string, body?: unknown): Promise<RawAnswer>;
  /** A browser's cookie. */
  signIn(): Promise<string>;
  stream(query?: string, headers?: Record<string, string>): Promise<Stream>;
  /** Says something and waits until all of it is done. */
  ask(text: string, more?: Record<string, unknown>): Promise<Event>;
  events(kind?: string): Event[];
  logText(): string;
  /** Ends it and starts another one on the same home. */
  restart(script?: Script, options?: ServerOptions): Promise<TestServer>;
}

export async function startServer(script: Script = {}, options: ServerOptions = {}): Promise<TestServer> {
  const home = await tempHome();
  try {
    return await startIn(home, script, options, home);
  } catch (error) {
    await home[Symbol.asyncDispose]();
    throw error;
  }
}

async function startIn(
  home: Home,
  script: Script,
  options: ServerOptions,
  owned?: AsyncDisposable,
): Promise<TestServer> {
  const agent = scriptedDriver(script);
  const logFile = join(home.logs, "newpi.log");
  const server = await openServer({
    home,
    environment: { ...readEnvironment({}), ...options.environment },
    variables: {},
    logger: createLogger({ file: logFile, quiet: true }),
    drivers: new Map([["demo", agent]]),
    address: options.address ?? "127.0.0.1:0",
    pingMs: options.pingMs,
  });
  const { runtime, url } = server;
  const { log, token } = runtime;
  const host = new URL(url).host;
  const bearer = { authorization: `Bearer ${token}` };
  let running = true;

  async function stop() {
    if (!running) return;
    running = false;
    await server.close();
  }
  const raw = (request: RawRequest) => rawRequest(url, { ...request, headers: { host, ...request.headers } });
  const json = (method: string, path: string, body: unknown) =>
    raw({
      method,
      path,
      headers: { ...bearer, "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });

  return {
    home,
    server,
    runtime,
    agent,
    url,
    token,
    raw,
    get: (path) => raw({ path, headers: bearer }),
    post: (path, body) => json("POST", path, body),
    async signIn() {
      const answer = await raw({
        path: new URL(server.signInUrl()).pathname + new URL(server.signInUrl()).search,
      });
      return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    },
    stream: (query = "", headers = bearer) => openStream(`${url}/api/events/stream${query}`, headers),
    async ask(text, more = {}) {
      const answer = await json("POST", "/api/chat", { text, ...more });
      const message = log.get(answer.json().messageId);
      if (message === undefined) throw new Error(`the message was not taken: ${answer.text}`);
      await untilTrue(log, () => runtime.work.settled(message.id));
      return message;
    },
    events: (kind) => allEvents(log).filter((event) => kind === undefined || event.kind === kind),
    logText: () => Deno.readTextFileSync(logFile),
    async restart(next = script, nextOptions = options) {
      await stop();
      return await startIn(home, next, nextOptions);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await owned?.[Symbol.asyncDispose]();
    },
  };
}

/** The body of an answer, of the form its contract states. */
export function parsed<T extends z.ZodType>(answer: RawAnswer, schema: T): z.infer<T> {
  return schema.parse(answer.json());
}
