/** Status, agents, roles, signing in and out. @module */
import { Hono } from "hono";
import { Ok } from "../../contract/common.ts";
import { AgentList, PutRoles, RolesView, SignInCode, Status } from "../../contract/system.ts";
import type { Runtime } from "../runtime.ts";
import type { Auth } from "./auth.ts";
import type { Live } from "./live.ts";
import { describe, validate } from "./validate.ts";

export function systemRoutes(runtime: Runtime, live: Live, auth: Auth, origin: () => string) {
  return new Hono()
    .get(
      "/status",
      describe("What the runtime is and does", Status),
      async (c) => c.json(await status(runtime, live)),
    )
    .get("/agents", describe("The coding CLIs this version can use", AgentList), async (c) => {
      const agents = await Promise.all([...runtime.drivers.values()].map((driver) => driver.detect()));
      return c.json({ agents });
    })
    .get("/settings/roles", describe("Which agent has which role", RolesView), (c) => {
      return c.json({ roles: runtime.settings.roles() });
    })
    .put(
      "/settings/roles",
      describe("Gives roles to agents; roles that are not named keep theirs", RolesView),
      validate("json", PutRoles),
      async (c) => c.json({ roles: await putRoles(runtime, c.req.valid("json").roles) }),
    )
    .post("/auth/code", describe("An address that signs one browser in", SignInCode), (c) => {
      return c.json({ ok: true, url: `${origin()}/?code=${auth.issueCode()}` });
    })
    .post("/auth/logout", describe("Signs this browser out", Ok), (c) => {
      return c.json({ ok: true }, 200, { "set-cookie": auth.clearCookie });
    });
}

/** The file is written first: an event must not tell of a choice that was then not kept. */
async function putRoles(
  { settings, db, log }: Runtime,
  change: Parameters<Runtime["settings"]["setRoles"]>[0],
) {
  if (await settings.setRoles(change)) {
    const payload = { what: "roles", roles: settings.roles() };
    db.tx(() => log.append({ source: "connector:web", kind: "settings.updated", payload }));
  }
  return settings.roles();
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
    databaseBytes: (await Deno.stat(home.database)).size,
    roles: settings.roles(),
  };
}
