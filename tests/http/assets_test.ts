import { brotliDecompressSync } from "node:zlib";
import assert from "node:assert/strict";
import { startServer, type TestServer } from "../support/server.ts";

const page = (test: TestServer, headers: Record<string, string> = {}) => test.raw({ path: "/", headers });

/** The path of a file that the page loads. */
async function script(test: TestServer): Promise<string> {
  const { text } = await page(test);
  const [, path] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ??
    assert.fail(`no script in ${text.slice(0, 300)}`);
  return path ?? "";
}

Deno.test("the page is served at every address of its own, and to anybody", async () => {
  await using test = await startServer();
  const { text } = await page(test);
  assert.match(text, /^<!doctype html>/i);
  for (const path of ["/tasks", "/tasks/wi_000001", "/settings", "/a/b/c", "/apis", "/index.html"]) {
    const answer = await test.raw({ path });
    assert.deepEqual([path, answer.status, answer.text], [path, 200, text]);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-cache");
  }
});

Deno.test("the page may load nothing from elsewhere and run nothing that stands in it", async () => {
  await using test = await startServer();
  const { headers, text } = await page(test);
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
      const [name = "", ...values] = rule.split(" ");
      return [name, values.join(" ")] as const;
    }),
  );
  assert.deepEqual(
    ["default-src", "script-src", "style-src", "connect-src", "base-uri", "form-action", "frame-ancestors"]
      .map((name) => policy.get(name)),
    ["'none'", "'self'", "'self'", "'self'", "'none'", "'none'", "'none'"],
  );
  assert.doesNotMatch([...policy.values()].join(" "), /unsafe|https?:|\*/);
  assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)[^>]*>\s*\S|<style|\son\w+=|\sstyle=|https?:\/\//);
});

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
Deno.test("every answer, good or bad, says how it may be used", async () => {
  await using test = await startServer();
  const bearer = { authorization: `Bearer ${test.token}` };
  const answers = [
    await page(test),
    await test.raw({ path: await script(test) }),
    await test.raw({ path: "/health" }),
    await test.raw({ path: "/nothing.js" }),
    await test.raw({ path: "/api/status" }),
    await test.raw({ path: "/api/status", headers: bearer }),
    await test.raw({ path: "/api/nothing", headers: bearer }),
    await test.raw({ path: "/health", headers: { host: "evil.example" } }),
  ];
  for (const { headers, status } of answers) {
    for (const [name, value] of Object.entries(everywhere)) {
      assert.equal(headers.get(name), value, `${name} of a ${status}`);
    }
  }
  for (const { headers } of answers.slice(4, 7)) assert.equal(headers.get("cache-control"), "no-store");
});

Deno.test("a file of the page is kept for ever under its name, compressed for those who can read that", async () => {
  await using test = await startServer();
  const path = await script(test);
  const plain = await test.raw({ path });
  const brotli = await test.raw({ path, headers: { "accept-encoding": "gzip, br" } });
  assert.equal(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(plain.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.deepEqual([plain.headers.get("content-encoding"), brotli.headers.get("content-encoding")], [
    null,
    "br",
  ]);
  assert.equal(new TextDecoder().decode(brotliDecompressSync(brotli.bytes)), plain.text);
  assert.ok(brotli.bytes.length < plain.bytes.length);
  for (const { headers } of [plain, brotli]) assert.match(headers.get("vary") ?? "", /accept-encoding/i);
});

Deno.test("a file that a browser has already is not sent again", async () => {
  await using test = await startServer();
  for (const path of ["/", await script(test)]) {
    const { headers } = await test.raw({ path });
    const etag = headers.get("etag") ?? assert.fail("no etag");
    for (const known of [etag, `W/${etag.replace(/^W\//, "")}`, `"other", ${etag}`]) {
      const answer = await test.raw({ path, headers: { "if-none-match": known } });
      assert.deepEqual([answer.status, answer.text], [304, ""]);
      assert.ok(answer.headers.has("content-security-policy"));
    }
    assert.equal((await test.raw({ path, headers: { "if-none-match": '"other"' } })).status, 200);
  }
});

Deno.test("HEAD says the same as GET without a body", async () => {
  await using test = await startServer();
  for (const path of ["/", await script(test), "/health"]) {
    const answer = await test.raw({ method: "HEAD", path });
    assert.deepEqual([answer.status, answer.bytes.length], [200, 0]);
    assert.equal(answer.headers.get("content-type"), (await test.raw({ path })).headers.get("content-type"));
  }
  assert.equal((await test.raw({ method: "HEAD", path: "/nothing.js" })).status, 404);
});

Deno.test("what is no file of the page is not found, or is the page", async () => {
  await using test = await startServer();
  for (
    const path of [
      "/nothing.js",
      "/assets/nothing",
      "/assets/",
      "/favicon.gif",
      "/settings.json",
      "/newpi.db",
      "/assets/%00.js",
    ]
  ) {
    assert.equal((await test.raw({ path })).status, 404, path);
  }
  for (
    const path of [
      "/assets/../index.html",
      "/%2e%2e/settings.json",
      "/..%2f..%2fetc%2fpasswd",
      "//evil.example",
      "/\\evil",
    ]
  ) {
    const answer = await test.raw({ path });
    assert.ok(answer.status === 404 || /^<!doctype html>/i.test(answer.text), `${path}: ${answer.status}`);
    assert.equal(answer.headers.get("location"), null);
  }
});
