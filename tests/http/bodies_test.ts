import assert from "node:assert/strict";
import { startServer, type TestServer } from "../support/server.ts";

const JSON_TYPE = "application/json";

async function send(
  test: TestServer,
  request: {
    path?: string;
    method?: string;
    type?: string;
    body: string | Uint8Array<ArrayBuffer>;
    more?: Record<string, string>;
  },
) {
  const { path = "/api/chat", method = "POST", type = JSON_TYPE, body, more = {} } = request;
  const headers = { authorization: `Bearer ${test.token}`, "content-type": type, ...more };
  return await test.raw({ method, path, headers, body });
}

const cases: [name: string, body: string, status: number, code: string, says: RegExp][] = [
  ["JSON that ends too early", '{"text":', 400, "INVALID_BODY", /JSON/],
  ["no JSON", "text=hi", 400, "INVALID_BODY", /JSON/],
  ["a list", "[]", 400, "INVALID_INPUT", /body/],
  ["null", "null", 400, "INVALID_INPUT", /body/],
  ["a string", '"hi"', 400, "INVALID_INPUT", /body/],
  ["no text", "{}", 400, "INVALID_INPUT", /text/],
  ["a text that is a number", '{"text":1}', 400, "INVALID_INPUT", /text/],
  ["a text of nothing but spaces", '{"text":" \\n\\t"}', 400, "INVALID_INPUT", /text: must not be empty/],
  ["a text that is too long", `{"text":"${"x".repeat(200_001)}"}`, 400, "INVALID_INPUT", /text/],
  ["an undeclared key", '{"text":"hi","admin":true}', 400, "INVALID_INPUT", /admin/],
  [
    "an undeclared key that every object has",
    '{"text":"hi","__proto__":{"x":1}}',
    400,
    "INVALID_INPUT",
    /__proto__/,
  ],
  [
    "an undeclared key inside",
    '{"text":"hi","runAs":{"agent":"demo","root":true}}',
    400,
    "INVALID_INPUT",
    /root/,
  ],
  ["an agent that does not exist", '{"text":"hi","runAs":{"agent":"nobody"}}', 400, "INVALID_INPUT", /agent/],
  ["a target that is no id", '{"text":"hi","target":"../../etc"}', 400, "INVALID_INPUT", /target/],
  ["a target that is no task", '{"text":"hi","target":"wi_000001"}', 404, "WORK_ITEM_NOT_FOUND", /wi_000001/],
  ["an answer to nothing", '{"text":"hi","replyTo":"ev_000001"}', 404, "EVENT_NOT_FOUND", /ev_000001/],
  ["a key that is too short", '{"text":"hi","clientKey":"1"}', 400, "INVALID_INPUT", /clientKey/],
  [
    "a channel that only newpi may name",
    '{"text":"hi","channel":"schedule"}',
    400,
    "INVALID_INPUT",
    /channel/,
  ],
];
Deno.test("POST /api/chat refuses what its contract does not state, says what it is, and stores nothing", async () => {
  await using test = await startServer();
  for (const [name, body, status, code, says] of cases) {
    const answer = await send(test, { body });
    assert.deepEqual([name, answer.status, answer.json().ok, answer.json().error.code], [
      name,
      status,
      false,
      code,
    ]);
    assert.match(answer.json().error.message, says, name);
  }
  assert.deepEqual(test.events(), []);
});

Deno.test("a body of more than 40 MiB is refused with 413, said before or only seen", async () => {
  await using test = await startServer();
  const body = new Uint8Array(41 * 1024 * 1024).fill(0x20);
  const known = await send(test, { body });
  assert.deepEqual([known.status, known.json().error.code], [413, "BODY_TOO_LARGE"]);
  const chunk = (bytes: Uint8Array) =>
    new Blob([`${bytes.length.toString(16)}\r\n`, bytes as Uint8Array<ArrayBuffer>, "\r\n0\r\n\r\n"]);
  const chunked = new Uint8Array(await chunk(body).arrayBuffer());
  const unknown = await send(test, { body: chunked, more: { "transfer-encoding": "chunked" } });
  assert.deepEqual([unknown.status, unknown.json().error.code], [413, "BODY_TOO_LARGE"]);
  assert.equal((await test.get("/api/status")).status, 200, "the server goes on");
});

Deno.test("a body of many millions of characters below the limit is judged, not stored", async () => {
  await using test = await startServer();
  const answer = await send(test, { body: JSON.stringify({ text: "x".repeat(30_000_000) }) });
  assert.deepEqual([answer.status, answer.json().error.code], [400, "INVALID_INPUT"]);
  assert.ok(answer.text.length < 1000);
});

Deno.test("a body that is not JSON by its type is refused with 415, also with the token", async () => {
  await using test = await startServer();
  for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded", "", "json"]) {
    const answer = await send(test, { type, body: '{"text":"hi"}' });
    assert.deepEqual([type, answer.status, answer.json().error.code], [
      type,
      415,
      "CONTENT_TYPE_UNSUPPORTED",
    ]);
  }
});

Deno.test("bytes that are no UTF-8 do no harm", async () => {
  await using test = await startServer();
  const bytes = new Uint8Array([
    ...new TextEncoder().encode('{"text":"'),
    0xff,
    0xfe,
    ...new TextEncoder().encode('"}'),
  ]);
  const answer = await send(test, { body: bytes });
  assert.ok([202, 400].includes(answer.status));
});

const unknown: [method: string, path: string][] = [
  ["GET", "/api"],
  ["GET", "/api/"],
  ["GET", "/api/nothing"],
  ["POST", "/api/nothing"],
  ["DELETE", "/api/chat"],
  ["GET", "/api/chat"],
  ["PUT", "/api/work-items"],
  ["POST", "/"],
  ["POST", "/tasks"],
  ["PUT", "/index.html"],
  ["POST", "/health"],
  ["GET", "/api/work-items/wi_000001/nothing"],
];
Deno.test("what does not exist is 404 in JSON, not the page (C47)", async () => {
  await using test = await startServer();
  for (const [method, path] of unknown) {
    const answer = await test.raw({ method, path, headers: { authorization: `Bearer ${test.token}` } });
    assert.deepEqual([method, path, answer.status, answer.json().error.code], [
      method,
      path,
      404,
      "NOT_FOUND",
    ]);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
  }
});

const queries: [path: string, code: string][] = [
  ["/api/events?limit=0", "INVALID_INPUT"],
  ["/api/events?limit=201", "INVALID_INPUT"],
  ["/api/events?limit=x", "INVALID_INPUT"],
  ["/api/events?before=-1", "INVALID_INPUT"],
  ["/api/events?after=", "INVALID_INPUT"],
  ["/api/events?nothing=1", "INVALID_INPUT"],
  ["/api/events?thread=elsewhere", "INVALID_INPUT"],
  ["/api/work-items?all=yes", "INVALID_INPUT"],
  ["/api/work-items/nothing", "INVALID_INPUT"],
  ["/api/messages/ev_1", "INVALID_INPUT"],
];
const missing: [path: string, code: string][] = [
  ["/api/events?around=ev_000001", "EVENT_NOT_FOUND"],
  ["/api/work-items/wi_000001", "WORK_ITEM_NOT_FOUND"],
  ["/api/work-items/wi_000001/files", "WORK_ITEM_NOT_FOUND"],
  ["/api/work-items/wi_000001/file?path=a", "WORK_ITEM_NOT_FOUND"],
  ["/api/messages/ev_000001", "EVENT_NOT_FOUND"],
];
Deno.test("a question of the wrong form is refused, one about nothing is not found", async () => {
  await using test = await startServer();
  for (const [status, rows] of [[400, queries], [404, missing]] as const) {
    for (const [path, code] of rows) {
      const answer = await test.get(path);
      assert.deepEqual([path, answer.status, answer.json().error.code], [path, status, code]);
    }
  }
});
