import assert from "node:assert/strict";
import { homePaths } from "../../internal/kernel/paths.ts";
import { startServer, type TestServer } from "../support/server.ts";

const GUARDED = [
  "/api/status",
  "/api/events",
  "/api/events/stream",
  "/api/work-items",
  "/api/agents",
  "/api/openapi.json",
  "/api/nothing",
];

async function refused(test: TestServer, path: string, headers: Record<string, string> = {}) {
  const answer = await test.raw({ path, headers });
  assert.deepEqual([path, answer.status, answer.json().error.code], [path, 401, "UNAUTHENTICATED"]);
}

Deno.test("nothing below /api answers without a token or a cookie", async () => {
  await using test = await startServer();
  for (const path of GUARDED) {
    await refused(test, path);
    await refused(test, path, { authorization: "Bearer wrong" });
    await refused(test, path, { authorization: test.token });
    await refused(test, path, { authorization: `bearer ${test.token} x` });
    await refused(test, path, { cookie: `newpi=${test.token}` });
  }
});

Deno.test("a token in an address is never taken, also not by the stream (C42, T11)", async () => {
  await using test = await startServer();
  for (const path of GUARDED) {
    for (const name of ["token", "access_token", "authorization", "code"]) {
      await refused(test, `${path}?${name}=${test.token}`);
    }
  }
});

Deno.test("the bearer token opens the API, and /health is open to all", async () => {
  await using test = await startServer();
  assert.equal((await test.get("/api/status")).status, 200);
  const health = await test.raw({ path: "/health" });
  assert.deepEqual([health.status, health.json().ok, health.json().db], [200, true, "up"]);
});

Deno.test("a code signs one browser in, once", async () => {
  await using test = await startServer();
  const { pathname, search } = new URL(test.server.signInUrl());
  const first = await test.raw({ path: pathname + search });
  assert.deepEqual([first.status, first.headers.get("location"), first.headers.get("cache-control")], [
    303,
    "/",
    "no-store",
  ]);
  const cookie = first.headers.get("set-cookie") ?? "";
  assert.match(cookie, /^newpi_[0-9a-f]{8}=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/);
  const again = await test.raw({ path: pathname + search });
  assert.deepEqual([again.status, again.headers.get("location"), again.headers.get("set-cookie")], [
    303,
    "/",
    null,
  ]);
  const [pair = ""] = cookie.split(";");
  assert.equal((await test.raw({ path: "/api/status", headers: { cookie: pair } })).status, 200);
  assert.equal(
    (await test.raw({ path: "/api/status", headers: { cookie: `a=b; ${pair}; c=d` } })).status,
    200,
  );
});

Deno.test("anything else than a code signs nobody in", async () => {
  await using test = await startServer();
  for (const code of ["", "0", "x".repeat(100), "%00", "%22%3E", test.token]) {
    const answer = await test.raw({ path: `/?code=${code}` });
    assert.deepEqual([code, answer.status, answer.headers.get("set-cookie")], [code, 303, null]);
  }
});

Deno.test("codes that nobody used are forgotten, the oldest first", async () => {
  await using test = await startServer();
  const codes = Array.from({ length: 33 }, () => new URL(test.server.signInUrl()).search);
  const takes = async (search = "") => (await test.raw({ path: `/${search}` })).headers.has("set-cookie");
  assert.deepEqual([await takes(codes[0]), await takes(codes[1]), await takes(codes[32])], [
    false,
    true,
    true,
  ]);
});

Deno.test("a page that is signed in can sign another browser in, and out itself", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  const own = { cookie, origin: test.url };
  const answer = await test.raw({ method: "POST", path: "/api/auth/code", headers: own });
  const { origin, search } = new URL(answer.json().url);
  assert.equal(origin, test.url);
  assert.ok((await test.raw({ path: `/${search}` })).headers.has("set-cookie"));
  const out = await test.raw({ method: "POST", path: "/api/auth/logout", headers: own });
  assert.match(out.headers.get("set-cookie") ?? "", /^newpi_[0-9a-f]{8}=; .*Max-Age=0$/);
});

Deno.test("a cookie survives a restart of the runtime, the bearer token does not", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  await using next = await test.restart();
  assert.notEqual(next.token, test.token);
  assert.equal((await next.raw({ path: "/api/status", headers: { cookie } })).status, 200);
  await refused(next, "/api/status", { authorization: `Bearer ${test.token}` });
});

Deno.test("a cookie of another home is not taken, and does not disturb the right one", async () => {
  await using test = await startServer();
  await using other = await startServer();
  const foreign = await other.signIn();
  const own = await test.signIn();
  await refused(test, "/api/status", { cookie: foreign });
  assert.equal(
    (await test.raw({ path: "/api/status", headers: { cookie: `${foreign}; ${own}` } })).status,
    200,
  );
});

Deno.test("a cookie that was tampered with is not taken", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  const [name = "", value = ""] = cookie.split("=");
  const [expires = "", nonce = "", signature = ""] = value.split(".");
  const later = (parseInt(expires, 36) + 1000).toString(36);
  const flipped = signature.replace(/^./, (digit) => digit === "0" ? "1" : "0");
  for (
    const forged of [
      `${later}.${nonce}.${signature}`,
      `${expires}.${nonce}x.${signature}`,
      `${expires}.${nonce}.${flipped}`,
      `${expires}.${nonce}.`,
      `${expires}.${nonce}`,
      `${expires}`,
      "",
      ".",
      `zzzzzzzzz.${nonce}.${signature}`,
      `${expires}.${nonce}.${signature.toUpperCase()}`,
    ]
  ) await refused(test, "/api/status", { cookie: `${name}=${forged}` });
  assert.equal((await test.raw({ path: "/api/status", headers: { cookie } })).status, 200);
});

Deno.test("secrets of a home can be read by their owner only", async () => {
  await using test = await startServer();
  await test.post("/api/chat", { text: "hi" });
  if (Deno.build.os === "windows") return;
  const { root, runtimeJson, cookieKey, database, lock } = homePaths(test.home.root);
  for (
    const path of [
      root,
      runtimeJson,
      cookieKey,
      database,
      lock,
      `${database}-wal`,
      `${database}-shm`,
      `${test.home.logs}/newpi.log`,
    ]
  ) {
    assert.equal((await Deno.stat(path)).mode! & 0o077, 0, path);
  }
  const { url, token, pid } = JSON.parse(await Deno.readTextFile(runtimeJson));
  assert.deepEqual([url, token, pid], [test.url, test.token, Deno.pid]);
});

Deno.test("a key that a crash cut in half is replaced by a new one", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  await Deno.truncate(test.home.cookieKey, 7);
  await using next = await test.restart();
  await refused(next, "/api/status", { cookie });
  assert.equal(
    (await next.raw({ path: "/api/status", headers: { cookie: await next.signIn() } })).status,
    200,
  );
});
