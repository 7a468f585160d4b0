/** A runtime that can be reached: HTTP, `runtime.json`, and the order in which all of it ends. @module */
import { writeAtomic } from "../kernel/atomic.ts";
import { settlesWithin } from "../kernel/process.ts";
import { openHttp } from "./http/app.ts";
import { openAuth } from "./http/auth.ts";
import { readCookieKey } from "./http/cookie_key.ts";
import { addressesToTry, hostNames, listen, reachableName } from "./http/listen.ts";
import { openLive } from "./http/live.ts";
import { openRuntime, type Runtime, type RuntimeOptions } from "./runtime.ts";

export interface ServerOptions extends RuntimeOptions {
  /** `host:port`; undefined: loopback and the usual ports. */
  address?: string;
  pingMs?: number;
}

export interface Server {
  readonly runtime: Runtime;
  readonly url: string;
  /** An address that signs one browser in. */
  signInUrl(): string;
  /** For how long nobody has been there: no client, no request, no work. In milliseconds. */
  quietMs(): number;
  close(): Promise<void>;
}

/** Open requests may take this long to end by themselves. */
const DRAIN_MS = 1000;

export async function openServer(options: ServerOptions): Promise<Server> {
  const { home } = options;
  const addresses = addressesToTry(options.address ?? options.environment.NEWPI_ADDR);
  const runtime = await openRuntime(options);
  try {
    const auth = await openAuth(await readCookieKey(home.cookieKey), runtime.token);
    const live = openLive(runtime.log, runtime.liveText, {
      version: runtime.version,
      pingMs: options.pingMs,
    });
    let url = "";
    let lastSeen = Date.now();
    const app = openHttp({
      runtime,
      live,
      auth,
      hosts: hostNames(addresses[0]?.hostname ?? ""),
      origin: () => url,
      onRequest: () => void (lastSeen = Date.now()),
    });
    const http = listen(addresses, (request) => app.fetch(request));
    url = `http://${reachableName(http.addr.hostname)}:${http.addr.port}`;
    await announce(runtime, url);
    await runtime.start();
    return {
      runtime,
      url,
      signInUrl: () => `${url}/?code=${auth.issueCode()}`,
      quietMs() {
        const { activeTurns, pendingMessages, runs } = runtime.work.counts();
        const busy = live.clients() + activeTurns + pendingMessages + runs.running + runs.queued > 0;
        if (busy) lastSeen = Date.now();
        return Date.now() - lastSeen;
      },
      /** Streams first: an open one would keep the server from ending. The file goes before the lock does. */
      async close() {
        live.close();
        await Promise.all([settlesWithin(http.shutdown(), DRAIN_MS), runtime.work.stop()]);
        await Deno.remove(home.runtimeJson).catch(() => {});
        await runtime.close();
      },
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/** Means nothing once the process has ended, so it need not outlive a power cut. */
async function announce({ home, token, startedAt, version }: Runtime, url: string): Promise<void> {
  const text = `${JSON.stringify({ url, token, pid: Deno.pid, startedAt, version })}\n`;
  await writeAtomic(home.runtimeJson, text, { durable: false });
}
