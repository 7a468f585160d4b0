import assert from "node:assert/strict";
import { Hello } from "../../internal/contract/log.ts";
import { answered, said } from "../support/database.ts";
import { startServer, type TestServer } from "../support/server.ts";
import type { Stream } from "../support/stream.ts";

/** Appends messages that nobody answers. @returns Their places. */
function append({ runtime: { db, log } }: TestServer, count: number, text = "x"): number[] {
  const root = "ev_00000000";
  return db.tx(() => Array.from({ length: count }, () => log.append(answered(root, text)).seq));
}
const hello = async (stream: Stream) => Hello.parse(JSON.parse((await stream.next()).data));
const seqs = async (stream: Stream, count: number) => (await stream.events(count)).map((event) => event.seq);

Deno.test("a greeting is the first frame of every one of many clients (C44)", async () => {
  await using test = await startServer();
  append(test, 3);
  await using stack = new AsyncDisposableStack();
  const streams = await Promise.all(Array.from({ length: 8 }, () => test.stream()));
  for (const stream of streams) stack.use(stream);
  for (const stream of streams) {
    const frame = await stream.next();
    assert.equal(frame.event, "hello");
    const { after, epoch, version } = Hello.parse(JSON.parse(frame.data));
    assert.deepEqual([after, epoch, version], [3, test.runtime.log.epoch(), test.runtime.version]);
  }
  assert.equal(test.server.runtime.work.counts().activeTurns, 0);
});

Deno.test("the stream says what it is, and is not kept by anybody between", async () => {
  await using test = await startServer();
  const answer = await fetch(`${test.url}/api/events/stream`, {
    headers: { authorization: `Bearer ${test.token}` },
  });
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("content-encoding"), null);
  await answer.body?.cancel();
});

const starts: { name: string; query: string; last?: string; want: number }[] = [
  { name: "nothing", query: "", want: 9 },
  { name: "an empty after", query: "?after=", want: 9 },
  { name: "an empty after and a Last-Event-ID", query: "?after=", last: "3", want: 3 },
  { name: "a Last-Event-ID", query: "", last: "3", want: 3 },
  { name: "an after, which wins over Last-Event-ID", query: "?after=7", last: "3", want: 7 },
  { name: "after=0, which is everything", query: "?after=0", want: 0 },
  { name: "an after that is no number", query: "?after=latest", want: 9 },
  { name: "a negative after", query: "?after=-1", want: 9 },
  { name: "half an after", query: "?after=1.5", want: 9 },
  { name: "an after in the future", query: "?after=99", want: 9 },
  { name: "a Last-Event-ID that is no number", query: "", last: "ev_1", want: 9 },
];
Deno.test("the stream starts where it is told, and at the tail when it is told nothing sensible (C43)", async () => {
  await using test = await startServer();
  append(test, 9);
  const authorization = `Bearer ${test.token}`;
  for (const { name, query, last, want } of starts) {
    const headers: Record<string, string> = { authorization };
    if (last !== undefined) headers["last-event-id"] = last;
    await using stream = await test.stream(query, headers);
    assert.equal((await hello(stream)).after, want, name);
    if (want < 9) assert.equal((await seqs(stream, 1))[0], want + 1, name);
  }
  await using tail = await test.stream();
  await tail.next();
  append(test, 1);
  assert.deepEqual(await seqs(tail, 1), [10]);
});

Deno.test("a number of another epoch means nothing: the stream starts at the tail", async () => {
  await using test = await startServer();
  append(test, 9);
  await using stale = await test.stream("?after=3&epoch=ep_of_before");
  await using right = await test.stream(`?after=3&epoch=${test.runtime.log.epoch()}`);
  assert.deepEqual([(await hello(stale)).after, (await hello(right)).after], [9, 3]);
});

Deno.test("a quiet stream is heard of, and a busy one needs no ping (C44)", async () => {
  await using test = await startServer({}, { pingMs: 60 });
  await using stream = await test.stream();
  await stream.next();
  for (let i = 0; i < 3; i++) assert.equal((await stream.next()).event, "ping");
});

Deno.test("each event comes with its place as id, as JSON in one line, and goes on from there after a break", async () => {
  await using test = await startServer();
  await using stream = await test.stream();
  await stream.next();
  test.runtime.db.tx(() =>
    test.runtime.log.append(answered("ev_00000000", "two\nlines\r\n\r\nevent: forged\ndata: x\n\n"))
  );
  const frame = await stream.next();
  assert.deepEqual([frame.event, frame.id], ["event", "1"]);
  assert.equal(JSON.parse(frame.data).payload.text, "two\nlines\r\n\r\nevent: forged\ndata: x\n\n");
  append(test, 2);
  await using again = await test.stream("", {
    authorization: `Bearer ${test.token}`,
    "last-event-id": frame.id ?? "",
  });
  await again.next();
  assert.deepEqual(await seqs(again, 2), [2, 3]);
});

Deno.test("twenty clients see five hundred events, each once and in order, whenever they came", async () => {
  await using test = await startServer();
  append(test, 150);
  await using stack = new AsyncDisposableStack();
  const early = await Promise.all(Array.from({ length: 10 }, () => test.stream("?after=0")));
  for (let i = 0; i < 25; i++) append(test, 10);
  const late = await Promise.all(Array.from({ length: 10 }, () => test.stream("?after=0")));
  for (const stream of [...early, ...late]) stack.use(stream);
  for (let i = 0; i < 10; i++) append(test, 10);
  const all = Array.from({ length: 500 }, (_, index) => index + 1);
  for (const seen of await Promise.all([...early, ...late].map((stream) => seqs(stream, 500)))) {
    assert.deepEqual(seen, all);
  }
});

Deno.test("a client that reads late misses nothing", async () => {
  await using test = await startServer();
  await using stream = await test.stream("?after=0");
  await stream.next();
  for (let i = 0; i < 20; i++) append(test, 20, "y".repeat(50_000));
  assert.deepEqual(await seqs(stream, 400), Array.from({ length: 400 }, (_, index) => index + 1));
  append(test, 1);
  assert.deepEqual(await seqs(stream, 1), [401]);
});

Deno.test("a client that leaves is forgotten", async () => {
  await using test = await startServer();
  const clients = async () => (await test.get("/api/status")).json().clients;
  const stream = await test.stream();
  await stream.next();
  assert.equal(await clients(), 1);
  await stream[Symbol.asyncDispose]();
  for (let i = 0; i < 200 && await clients() > 0; i++) append(test, 1);
  assert.equal(await clients(), 0);
});

Deno.test("streams end when the server ends, and do not hold it up", async () => {
  await using test = await startServer();
  await using stream = await test.stream();
  await stream.next();
  const startedAt = performance.now();
  await test.server.runtime.work.stop();
  const restarted = await test.restart();
  assert.ok(performance.now() - startedAt < 5000);
  await assert.rejects(stream.next(), /the stream has ended/);
  await restarted[Symbol.asyncDispose]();
});

Deno.test("a hidden message comes without its words to those who read it later", async () => {
  await using test = await startServer();
  const { db, log } = test.runtime;
  const message = db.tx(() => log.append({ ...said("hunter2"), mailbox: undefined, lane: undefined }));
  assert.equal((await test.post(`/api/messages/${message.id}/redact`)).status, 200);
  await using stream = await test.stream("?after=0");
  await stream.next();
  const [first, second] = await stream.events(2);
  assert.deepEqual([first?.payload.text, first?.payload.redacted, second?.kind], [
    "",
    true,
    "message.redacted",
  ]);
});

Deno.test("HEAD opens no stream", async () => {
  await using test = await startServer();
  const response = await fetch(`${test.server.url}/api/events/stream`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${test.runtime.token}` },
  });
  assert.equal(response.status, 404);
  const status = await fetch(`${test.server.url}/api/status`, {
    headers: { authorization: `Bearer ${test.runtime.token}` },
  });
  assert.equal((await status.json()).clients, 0);
});
