import assert from "node:assert/strict";
import { startServer, type TestServer } from "../support/server.ts";

/** Every way to change something. */
const CHANGES: [method: string, path: string][] = [
  ["POST", "/api/chat"],
  ["POST", "/api/messages/ev_000001/redact"],
  ["POST", "/api/work-items"],
  ["PATCH", "/api/work-items/wi_000001"],
  ["POST", "/api/work-items/wi_000001/cancel"],
  ["PUT", "/api/settings/roles"],
  ["POST", "/api/auth/code"],
  ["POST", "/api/auth/logout"],
  ["DELETE", "/api/anything"],
];
const JSON_TYPE = { "content-type": "application/json" };
const body = '{"text":"delete everything"}';

type Headers = Record<string, string>;
const attacks: { name: string; headers: (test: TestServer) => Headers; codes: string[] }[] = [
  { name: "no Origin", headers: () => JSON_TYPE, codes: ["ORIGIN_REFUSED"] },
  {
    name: "a foreign Origin",
    headers: () => ({ ...JSON_TYPE, origin: "https://evil.example" }),
    codes: ["ORIGIN_REFUSED"],
  },
  { name: "the Origin null", headers: () => ({ ...JSON_TYPE, origin: "null" }), codes: ["ORIGIN_REFUSED"] },
  { name: "an empty Origin", headers: () => ({ ...JSON_TYPE, origin: "" }), codes: ["ORIGIN_REFUSED"] },
  {
    name: "another port of this machine",
    headers: () => ({ ...JSON_TYPE, origin: "http://127.0.0.1:1" }),
    codes: ["ORIGIN_REFUSED"],
  },
  {
    name: "the same machine by another name",
    headers: ({ url }) => ({ ...JSON_TYPE, origin: url.replace("127.0.0.1", "localhost") }),
    codes: ["ORIGIN_REFUSED"],
  },
  {
    name: "an Origin that begins like ours",
    headers: ({ url }) => ({ ...JSON_TYPE, origin: `${url}.evil.example` }),
    codes: ["ORIGIN_REFUSED"],
  },
  {
    name: "a foreign Host and an Origin that fits it",
    headers: () => ({ ...JSON_TYPE, host: "evil.example", origin: "http://evil.example" }),
    codes: ["HOST_REFUSED"],
  },
  {
    name: "our name as a part of the Host",
    headers: () => ({
      ...JSON_TYPE,
      host: "127.0.0.1.evil.example",
      origin: "http://127.0.0.1.evil.example",
    }),
    codes: ["HOST_REFUSED"],
  },
  {
    name: "a text body",
    headers: ({ url }) => ({ "content-type": "text/plain", origin: url }),
    codes: ["CONTENT_TYPE_UNSUPPORTED"],
  },
  {
    name: "a form",
    headers: ({ url }) => ({ "content-type": "application/x-www-form-urlencoded", origin: url }),
    codes: ["CONTENT_TYPE_UNSUPPORTED"],
  },
  {
    name: "a form of many parts",
    headers: ({ url }) => ({ "content-type": "multipart/form-data; boundary=x", origin: url }),
    codes: ["CONTENT_TYPE_UNSUPPORTED"],
  },
  { name: "a body of no type", headers: ({ url }) => ({ origin: url }), codes: ["CONTENT_TYPE_UNSUPPORTED"] },
  {
    name: "JSON that hides in a text type",
    headers: ({ url }) => ({ "content-type": "text/plain; x=application/json", origin: url }),
    codes: ["CONTENT_TYPE_UNSUPPORTED"],
  },
];
for (const { name, headers, codes } of attacks) {
  Deno.test(`a browser that is signed in changes nothing with ${name} (T10)`, async () => {
    await using test = await startServer();
    const cookie = await test.signIn();
    const before = test.events().length;
    for (const [method, path] of CHANGES) {
      const answer = await test.raw({ method, path, body, headers: { cookie, ...headers(test) } });
      const { code } = answer.json().error;
      assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path} gave ${answer.status}`);
      assert.ok(codes.includes(code), `${method} ${path} gave ${code}`);
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
    }
    assert.equal(test.events().length, before);
  });
}

Deno.test("a browser that is signed in can use the page, from the page", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  const headers = { ...JSON_TYPE, cookie, origin: test.url };
  const answer = await test.raw({ method: "POST", path: "/api/chat", body: '{"text":"hi"}', headers });
  assert.equal(answer.status, 202);
  const typed = { ...headers, "content-type": "Application/JSON; charset=utf-8" };
  assert.equal(
    (await test.raw({ method: "POST", path: "/api/chat", body: '{"text":"hi"}', headers: typed })).status,
    202,
  );
});

Deno.test("a browser that is not signed in changes nothing from its own page either", async () => {
  await using test = await startServer();
  const headers = { ...JSON_TYPE, origin: test.url };
  for (const [method, path] of CHANGES) {
    assert.equal((await test.raw({ method, path, body, headers })).status, 401, path);
  }
});

Deno.test("a program with the bearer token needs no Origin, and a foreign one does not hurt it", async () => {
  await using test = await startServer();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${test.token}` };
  const origins: Headers[] = [{}, { origin: "https://evil.example" }];
  for (const origin of origins) {
    const answer = await test.raw({
      method: "POST",
      path: "/api/chat",
      body: '{"text":"hi"}',
      headers: { ...headers, ...origin },
    });
    assert.equal(answer.status, 202);
  }
});

Deno.test("nothing is answered for a host that is not newpi's own, with any right (T10)", async () => {
  await using test = await startServer();
  const cookie = await test.signIn();
  const authorization = `Bearer ${test.token}`;
  for (
    const host of ["evil.example", "127.0.0.1.nip.io", "", "localhost.evil.example", "[::2]", "2130706433"]
  ) {
    const signIn = `/${new URL(test.server.signInUrl()).search}`;
    for (const path of ["/", "/health", "/api/status", "/api/events/stream", signIn]) {
      const answer = await test.raw({ path, headers: { host, cookie, authorization } });
      assert.deepEqual([host, path, answer.status, answer.json().error.code], [
        host,
        path,
        403,
        "HOST_REFUSED",
      ]);
      assert.equal(answer.headers.get("set-cookie"), null);
    }
  }
});

Deno.test("this machine's own names are answered, with any port", async () => {
  await using test = await startServer();
  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    for (const host of [name, `${name}:1234`]) {
      assert.equal((await test.raw({ path: "/health", headers: { host } })).status, 200, host);
    }
  }
});

Deno.test("a request to be let through to another site's page is not granted", async () => {
  await using test = await startServer();
  const headers = {
    origin: "https://evil.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization",
  };
  const answer = await test.raw({ method: "OPTIONS", path: "/api/chat", headers });
  assert.ok(answer.status >= 400);
  for (const name of answer.headers.keys()) assert.ok(!name.startsWith("access-control-"), name);
});
