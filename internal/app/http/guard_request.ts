/** What every request must pass before a route sees it. @module */
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import {
  BodyTooLargeError,
  ContentTypeError,
  OriginRefusedError,
  RouteNotFoundError,
  UnauthenticatedError,
} from "../error.ts";
import type { Auth } from "./auth.ts";

const MAX_BODY_BYTES = 40 * 1024 * 1024;

/** A page of another site can point its own name at this machine; its requests then carry that name. */
export function knownHost(names: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!names.has(hostName(host))) {
      throw new OriginRefusedError(`Requests for the host "${host}" are not answered here`, "HOST_REFUSED");
    }
    await next();
  };
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}

/** A bearer token, or the page's cookie; with the cookie a change must come from the page itself. */
export function signedIn(auth: Auth): MiddlewareHandler {
  return async (c, next) => {
    if (auth.isBearer(c.req.header("authorization"))) return await next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD") {
      requireOwnOrigin(c.req.header("origin"), c.req.header("host"));
    }
    if (!await auth.hasSession(c.req.header("cookie"))) {
      throw new UnauthenticatedError('Not signed in: run "newpi open" to open a signed-in page');
    }
    await next();
  };
}

function requireOwnOrigin(origin: string | undefined, host: string | undefined): void {
  if (origin === `http://${host}` || origin === `https://${host}`) return;
  throw new OriginRefusedError(
    "A change must come from newpi's own page or carry a bearer token",
    "ORIGIN_REFUSED",
  );
}

/** Only JSON is taken: a form or plain text needs no permission of the browser to be sent from anywhere. */
export const onlyJson: MiddlewareHandler = async (c, next) => {
  const hasBody = c.req.header("transfer-encoding") !== undefined ||
    Number(c.req.header("content-length") ?? 0) > 0;
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (hasBody && type !== "application/json") {
    throw new ContentTypeError(`Bodies must be application/json, not "${type}"`);
  }
  await next();
};

/** HEAD would open what nobody reads, a stream among others. */
export const noHead: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method === "HEAD") throw new RouteNotFoundError(`There is no HEAD ${c.req.path}`);
  await next();
};

export const limitedBody: MiddlewareHandler = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new BodyTooLargeError("The body is larger than 40 MiB");
  },
});

export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set("x-content-type-options", "nosniff");
  c.res.headers.set("referrer-policy", "no-referrer");
  c.res.headers.set("cross-origin-opener-policy", "same-origin");
  c.res.headers.set("cross-origin-resource-policy", "same-origin");
  if (c.req.path.startsWith("/api/")) c.res.headers.set("cache-control", "no-store");
};
