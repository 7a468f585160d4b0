/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { Event, LiveFrame } from "../../internal/contract/log.ts";
import { connectionState, type Stream } from "./connection.ts";
import { testEvent, testTimers } from "./testing.ts";

function setUp() {
  const timers = testTimers();
  const streams: { path: string; isClosed: boolean; say(type: string, data?: unknown): void }[] = [];
  const events: Event[] = [];
  const frames: LiveFrame[] = [];
  const counts = { greetings: 0, newLog: 0, failures: 0 };
  const connection = connectionState({
    timers,
    open(path) {
      const listeners = new Map<string, (frame: { data?: string }) => void>();
      const opened = {
        path,
        isClosed: false,
        say: (type: string, data?: unknown) => listeners.get(type)?.({ data: JSON.stringify(data) }),
      };
      streams.push(opened);
      const stream: Stream = {
        addEventListener: (type, listener) => void listeners.set(type, listener),
        close: () => void (opened.isClosed = true),
      };
      return stream;
    },
    onEvent: (event) => events.push(event),
    onGreeting: () => counts.greetings += 1,
    onLiveFrame: (frame) => frames.push(frame),
    onNewLog: () => counts.newLog += 1,
    onFailure: () => counts.failures += 1,
  });
  const last = () => {
    const stream = streams.at(-1);
    assert.ok(stream !== undefined);
    return stream;
  };
  const greet = (epoch = "ep_one", after = 10) => last().say("hello", { after, epoch, version: "1.0.0" });
  connection.start({ seq: 10, epoch: "ep_one" });
  return {
    connection,
    timers,
    streams,
    events,
    frames,
    counts,
    last,
    greet,
    seqs: () => events.map(({ seq }) => seq),
  };
}

Deno.test("start() follows the log from where reading began", () => {
  const { last, greet, connection } = setUp();
  assert.equal(last().path, "/api/events/stream?after=10&epoch=ep_one");
  assert.equal(connection.phase.value, "connecting");
  greet();
  assert.equal(connection.phase.value, "live");
});

Deno.test("what is being written is given on, and is void when another stream begins", () => {
  const { last, greet, frames, counts, timers, streams } = setUp();
  greet();
  const frame = { id: "ls_one", threadId: "main", root: "ev_aaaaaa", delta: "Hel" };
  last().say("stream", frame);
  assert.deepEqual(frames, [frame]);
  assert.equal(counts.greetings, 1);
  last().say("renew");
  timers.pass(0);
  assert.equal(streams.length, 2);
  greet();
  assert.equal(counts.greetings, 2);
});

Deno.test("an event is given on once, also when the server sends it again", () => {
  const { last, greet, seqs } = setUp();
  greet();
  for (const seq of [10, 11, 11, 12]) last().say("event", testEvent({ seq }));
  assert.deepEqual(seqs(), [11, 12]);
});

Deno.test("a stream that asks to be renewed is opened again at once, and nothing is lost", () => {
  const { last, greet, streams, connection, counts } = setUp();
  greet();
  last().say("event", testEvent({ seq: 11 }));
  last().say("renew", {});
  assert.equal(last().path, "/api/events/stream?after=11&epoch=ep_one");
  assert.deepEqual(streams.map(({ isClosed }) => isClosed), [true, false]);
  assert.equal(connection.phase.value, "live");
  assert.equal(counts.failures, 0);
});

Deno.test("a lost stream is opened again behind the last event", () => {
  const { last, greet, timers, connection } = setUp();
  greet();
  last().say("event", testEvent({ seq: 11 }));
  last().say("error");
  assert.equal(connection.phase.value, "lost");
  timers.pass(500);
  assert.equal(last().path, "/api/events/stream?after=11&epoch=ep_one");
  greet("ep_one", 11);
  assert.equal(connection.phase.value, "live");
});

Deno.test("silence for 20 s means lost, although the browser calls the stream open", () => {
  const { last, greet, timers, streams, connection } = setUp();
  greet();
  timers.pass(15_000);
  last().say("ping");
  timers.pass(19_999);
  assert.equal(connection.phase.value, "live");
  timers.pass(1);
  assert.equal(connection.phase.value, "lost");
  assert.equal(streams[0]?.isClosed, true);
});

Deno.test("a server that never greets is given up after 20 s", () => {
  const { timers, connection } = setUp();
  timers.pass(20_000);
  assert.equal(connection.phase.value, "lost");
});

Deno.test("attempts come at longer and longer distances, at most 10 s", () => {
  const { last, timers, streams, counts } = setUp();
  const waits = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000];
  for (const wait of waits) {
    last().say("error");
    const before = streams.length;
    timers.pass(wait - 1);
    assert.equal(streams.length, before);
    timers.pass(1);
    assert.equal(streams.length, before + 1);
  }
  assert.equal(counts.failures, waits.length);
});

Deno.test("retry() tries at once, and only when the connection is lost", () => {
  const { last, greet, streams, connection } = setUp();
  greet();
  connection.retry();
  assert.equal(streams.length, 1);
  last().say("error");
  connection.retry();
  assert.equal(streams.length, 2);
});

Deno.test("another epoch is another log: its end is the new start", () => {
  const { last, greet, timers, counts, seqs } = setUp();
  greet();
  last().say("error");
  timers.pass(500);
  greet("ep_two", 3);
  assert.equal(counts.newLog, 1);
  last().say("event", testEvent({ seq: 4 }));
  assert.deepEqual(seqs(), [4]);
});

Deno.test("a closed stream is not listened to any more", () => {
  const { streams, greet, timers, seqs, last } = setUp();
  greet();
  last().say("error");
  timers.pass(500);
  greet();
  streams[0]?.say("event", testEvent({ seq: 11 }));
  streams[0]?.say("error");
  assert.deepEqual(seqs(), []);
  assert.equal(streams.length, 2);
});

Deno.test("stop() ends it for good", () => {
  const { connection, timers, streams, greet } = setUp();
  greet();
  connection.stop();
  timers.pass(60_000);
  assert.deepEqual(streams.map(({ isClosed }) => isClosed), [true]);
});
