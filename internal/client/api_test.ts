import * as z from "zod";
import assert from "node:assert/strict";
import { answered, testDatabase } from "../../tests/support/database.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { Status } from "../contract/system.ts";
import { openApi } from "./mod.ts";

const apiOf = ({ url, token }: TestServer) => openApi({ url, token, pid: Deno.pid });

/** A server that answers one thing. */
function other(answer: () => Response) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  const api = openApi({ url: `http://127.0.0.1:${server.addr.port}`, token: "t", pid: 1 });
  return { api, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

Deno.test("get() and post() give answers of the form asked for", async () => {
  await using test = await startServer();
  const api = apiOf(test);
  assert.equal((await api.get("/api/status", Status)).pid, Deno.pid);
  const { messageId } = await api.post("/api/chat", { text: "hi" }, z.object({ messageId: z.string() }));
  assert.equal(test.runtime.log.get(messageId)?.payload.text, "hi");
  await assert.rejects(api.get("/api/status", z.object({ pid: z.string() })));
});

Deno.test("get() and post() throw what the runtime refuses, with its kind and code", async () => {
  await using test = await startServer();
  const api = apiOf(test);
  const Anything = z.unknown();
  await assert.rejects(api.get("/api/work-items/wi_000001", Anything), {
    kind: "not_found",
    code: "WORK_ITEM_NOT_FOUND",
  });
  await assert.rejects(api.post("/api/chat", { text: "" }, Anything), {
    kind: "invalid",
    code: "INVALID_INPUT",
  });
  await assert.rejects(openApi({ url: test.url, token: "wrong", pid: 1 }).get("/api/status", Anything), {
    kind: "unauthenticated",
    code: "UNAUTHENTICATED",
  });
});

Deno.test("get() says when nobody is there, or somebody else", async () => {
  const nobody = openApi({ url: "http://127.0.0.1:1", token: "t", pid: 1 });
  await assert.rejects(nobody.get("/api/status", Status), { kind: "unavailable", code: "CONNECTION_LOST" });
  await using teapot = other(() => new Response("short and stout", { status: 418 }));
  await assert.rejects(teapot.api.get("/api/status", Status), { code: "CONNECTION_LOST", message: /418/ });
});

Deno.test("events() gives what came and what comes, and ends when it is told to", async () => {
  await using test = await startServer();
  const { db, log } = test.runtime;
  const append = (text: string) => db.tx(() => log.append(answered("ev_00000000", text)));
  append("old\n\nnews");
  const end = new AbortController();
  const seen: unknown[] = [];
  for await (const { payload } of apiOf(test).events(0, end.signal)) {
    seen.push(payload.text);
    if (seen.length === 1) append("new");
    else end.abort();
  }
  assert.deepEqual(seen, ["old\n\nnews", "new"]);
});

Deno.test("events() says when the connection ends before it was told to end", async () => {
  await using test = await startServer();
  const events = apiOf(test).events(0, new AbortController().signal);
  const next = events.next();
  await test.post("/api/chat", { text: "hi" });
  assert.equal((await next).value?.kind, "user.message");
  await test.server.close();
  await assert.rejects(Array.fromAsync(events), { kind: "unavailable", code: "CONNECTION_LOST" });
});

Deno.test("events() reads frames that come in pieces, and skips what it does not know", async () => {
  const event = JSON.stringify({
    seq: 1,
    id: "ev_000001",
    ts: "2026-01-01T00:00:00.000Z",
    source: "x",
    kind: "later.kind",
    threadId: null,
    workItemId: null,
    runId: null,
    payload: { text: "ä數" },
    mailbox: null,
    lane: null,
    causedBy: null,
    hop: 0,
  });
  const bytes = new TextEncoder().encode(
    `event: hello\ndata: {}\n\nevent: stranger\ndata: ?\n\nid: 1\nevent: event\ndata: ${event}\n\n`,
  );
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / 7) },
    (_, index) => bytes.slice(index * 7, index * 7 + 7),
  );
  await using server = other(() => new Response(ReadableStream.from(pieces)));
  const { value } = await server.api.events(0, new AbortController().signal).next();
  assert.deepEqual([value?.kind, value?.payload.text], ["later.kind", "ä數"]);
});

Deno.test("events() goes on behind the last event when it is asked to come again", async () => {
  await using test = await testDatabase();
  const events = [test.append(answered("ev_00000000", "one")), test.append(answered("ev_00000000", "two"))];
  const asked: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    asked.push(new URL(url).search);
    const event = events[asked.length - 1];
    return new Response(`event: event\ndata: ${JSON.stringify(event)}\n\nevent: renew\ndata: {}\n\n`);
  });
  const api = openApi({ url: `http://127.0.0.1:${server.addr.port}`, token: "t", pid: 1 });
  const seen: unknown[] = [];
  for await (const { payload, seq } of api.events(0, new AbortController().signal)) {
    seen.push(payload.text);
    if (seq === events[1]?.seq) break;
  }
  assert.deepEqual(seen, ["one", "two"]);
  assert.deepEqual(asked, ["?after=0", `?after=${events[0]?.seq}`]);
});

Deno.test("events() ends also when it is told to before there is an answer", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = silent.addr;
  const end = new AbortController();
  const events = openApi({ url: `http://127.0.0.1:${port}`, token: "t", pid: 1 }).events(0, end.signal);
  const next = events.next();
  const connection = await silent.accept();
  end.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
  connection.close();
});
