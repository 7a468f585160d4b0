/** The HTTP surface put together. @module */
import type { Context } from "hono";
import { Hono } from "hono/quick";
import { HTTPException } from "hono/http-exception";
import { openAPIRouteHandler } from "hono-openapi";
import { describeError, errorKinds, InvalidError } from "../../kernel/errors.ts";
import { Health } from "../../contract/system.ts";
import { RouteNotFoundError } from "../error.ts";
import type { Runtime } from "../runtime.ts";
import { agentRoutes } from "./agent_routes.ts";
import { openAssets } from "./assets.ts";
import type { Auth } from "./auth.ts";
import { chatRoutes, messageRoutes } from "./chat_routes.ts";
import { eventRoutes } from "./event_routes.ts";
import { knownHost, limitedBody, noHead, onlyJson, safeHeaders, signedIn } from "./guard_request.ts";
import type { Live } from "./live.ts";
import { presetRoutes, providerRoutes, settingsRoutes } from "./settings_routes.ts";
import { systemRoutes } from "./system_routes.ts";
import { describe } from "./validate.ts";
import { workItemRoutes } from "./work_item_routes.ts";

export interface HttpOptions {
  runtime: Runtime;
  live: Live;
  auth: Auth;
  /** Names this server answers to. */
  hosts: ReadonlySet<string>;
  /** Where it is reached, once it listens. */
  origin: () => string;
  /** Called for each request that is allowed: somebody is there. */
  onRequest: () => void;
}

export function openHttp({ runtime, live, auth, hosts, origin, onRequest }: HttpOptions) {
  const api = new Hono()
    .use(signedIn(auth), noHead, onlyJson, limitedBody)
    .use(async (_, next) => {
      onRequest();
      await next();
    })
    .route("/events", eventRoutes(runtime, live))
    .route("/chat", chatRoutes(runtime))
    .route("/messages", messageRoutes(runtime))
    .route("/work-items", workItemRoutes(runtime))
    .route("/agents", agentRoutes(runtime))
    .route("/settings", settingsRoutes(runtime))
    .route("/providers", providerRoutes(runtime))
    .route("/provider-presets", presetRoutes())
    .route("/", systemRoutes(runtime, live, auth, origin));
  api.get(
    "/openapi.json",
    openAPIRouteHandler(api, {
      documentation: {
        info: { title: "newpi", version: runtime.version, description: "Local API of one newpi runtime" },
        servers: [{ url: "/api" }],
        components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
        security: [{ bearer: [] }],
      },
    }),
  );

  const assets = openAssets();
  const app = new Hono()
    .use(safeHeaders, knownHost(hosts))
    .get("/health", describe("Whether the runtime can work", Health), (c) => health(c, runtime))
    .route("/api", api);
  app.get("*", async (c) => {
    const path = c.req.path;
    if (path === "/api" || path.startsWith("/api/")) throw new RouteNotFoundError(`There is no ${path}`);
    const code = c.req.query("code");
    if (path === "/" && code !== undefined) return await signIn(c, code);
    const response = assets(c.req.raw, path);
    if (response === undefined) throw new RouteNotFoundError(`There is no ${path}`);
    return response;
  });
  app.notFound((c) => {
    throw new RouteNotFoundError(`There is no ${c.req.method} ${c.req.path}`);
  });
  app.onError((error, c) => refuse(error, c, runtime));
  return app;

  /** A code works once; the address without it is what stays in the history. */
  async function signIn(c: Context, code: string) {
    const cookie = await auth.redeem(code);
    if (cookie !== undefined) c.header("set-cookie", cookie);
    c.header("cache-control", "no-store");
    return c.redirect("/", 303);
  }
}

function health(c: Context, { log, version }: Runtime) {
  try {
    log.latestSeq();
    return c.json({ ok: true, db: "up", version });
  } catch {
    return c.json({ ok: false, db: "down", version }, 503);
  }
}

function refuse(thrown: unknown, c: Context, { logger }: Runtime) {
  const error = thrown instanceof HTTPException && thrown.status < 500
    ? new InvalidError(thrown.message, "INVALID_BODY")
    : thrown;
  const { kind, code, message } = describeError(error);
  if (kind !== "internal") return c.json({ ok: false, error: { code, message } }, errorKinds[kind].status);
  logger.error("a request failed", { method: c.req.method, path: c.req.path, error: String(thrown) });
  const told = "newpi made a mistake; its log says more. Nothing else is affected.";
  return c.json({ ok: false, error: { code, message: told } }, 500);
}
