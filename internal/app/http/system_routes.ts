/** Status, signing in and out. @module */
import { Hono } from "hono";
import { Ok } from "../../contract/common.ts";
import { SignInCode, Status } from "../../contract/system.ts";
import type { Runtime } from "../runtime.ts";
import type { Auth } from "./auth.ts";
import type { Live } from "./live.ts";
import { describe } from "./validate.ts";

export function systemRoutes(runtime: Runtime, live: Live, auth: Auth, origin: () => string) {
  return new Hono()
    .get(
      "/status",
      describe("What the runtime is and does", Status),
      async (c) => c.json(await status(runtime, live)),
    )
    .post("/auth/code", describe("An address that signs one browser in", SignInCode), (c) => {
      return c.json({ ok: true, url: `${origin()}/?code=${auth.issueCode()}` });
    })
    .post("/auth/logout", describe("Signs this browser out", Ok), (c) => {
      return c.json({ ok: true }, 200, { "set-cookie": auth.clearCookie });
    });
}

async function status(runtime: Runtime, live: Live): Promise<Status> {
  const { log, work, home, settings } = runtime;
  return {
    version: runtime.version,
    home: home.root,
    platform: `${Deno.build.os} ${Deno.build.arch}`,
    pid: Deno.pid,
    startedAt: runtime.startedAt,
    epoch: log.epoch(),
    latestSeq: log.latestSeq(),
    openWorkItems: work.items.open().length,
    ...work.counts(),
    clients: live.clients(),
    databaseBytes: await sizeOf(home.database) + await sizeOf(`${home.database}-wal`),
    roles: settings.roles(),
  };
}

async function sizeOf(path: string): Promise<number> {
  return await Deno.stat(path).then((info) => info.size, () => 0);
}
