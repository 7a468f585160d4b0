import assert from "node:assert/strict";
import { answered, type TestDatabase, testDatabase } from "../../../tests/support/database.ts";
import { openLiveText } from "../../conversation/mod.ts";
import { openLive } from "./live.ts";

const KB = 1024;
const VERSION = { version: "1.2.3" };

function append({ db, log }: TestDatabase, count: number, chars: number): void {
  db.tx(() => {
    for (let i = 0; i < count; i++) log.append(answered("ev_00000000", "x".repeat(chars)));
  });
}

/** What lies ready for a client that has read nothing: all that comes after the other end was closed. */
async function buffered(stream: ReadableStream<Uint8Array>): Promise<{ bytes: number; text: string }> {
  const text = await new Response(stream).text();
  return { bytes: text.length, text };
}

Deno.test("open() holds little for a client that does not read while events come", async () => {
  await using test = await testDatabase();
  const live = openLive(test.log, openLiveText(), VERSION);
  const stream = live.open(undefined);
  for (let i = 0; i < 20; i++) append(test, 10, 50 * KB);
  live.close();
  const { bytes, text } = await buffered(stream);
  assert.ok(bytes > 256 * KB && bytes < 400 * KB, `${bytes} bytes`);
  assert.match(
    text,
    /^event: hello\ndata: \{"after":0,"epoch":"ep_\w+","version":"1\.2\.3"\}\n\nid: 1\nevent: event\n/,
  );
});

Deno.test("open() holds little for a client that does not read what it asked for", async () => {
  await using test = await testDatabase();
  append(test, 200, 50 * KB);
  const live = openLive(test.log, openLiveText(), VERSION);
  const stream = live.open(0);
  await Promise.resolve();
  live.close();
  const { bytes } = await buffered(stream);
  assert.ok(bytes < 400 * KB, `${bytes} bytes`);
});

Deno.test("open() lets a slow client catch up with all it missed, in order, and go on live", async () => {
  await using test = await testDatabase();
  const live = openLive(test.log, openLiveText(), VERSION);
  const stream = live.open(undefined);
  append(test, 150, 20 * KB);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const ids: number[] = [];
  const readUntil = async (last: number) => {
    while (ids.at(-1) !== last) {
      const { value = "" } = await reader.read();
      for (const [, id] of value.matchAll(/^id: (\d+)$/gm)) ids.push(Number(id));
    }
  };
  await readUntil(150);
  append(test, 1, 1);
  await readUntil(151);
  assert.deepEqual(ids, Array.from({ length: 151 }, (_, index) => index + 1));
  live.close();
  await reader.cancel();
});

Deno.test("open() asks a client that has been there for long to come again, and ends", async () => {
  await using test = await testDatabase();
  const live = openLive(test.log, openLiveText(), { ...VERSION, maxPieces: 3 });
  const stream = live.open(undefined);
  append(test, 5, 1);
  const text = await new Response(stream).text();
  assert.deepEqual([...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event), [
    "hello",
    "event",
    "event",
    "renew",
  ]);
  assert.equal(live.clients(), 0);
  live.close();
});

Deno.test("open() begins with what is being written, goes on with what is added, and says when it vanishes", async () => {
  await using test = await testDatabase();
  const liveText = openLiveText();
  const live = openLive(test.log, liveText, VERSION);
  const reply = liveText.begin("main", "ev_aaaaaa");
  const first = live.open(undefined).pipeThrough(new TextDecoderStream()).getReader();
  const frames = framesOf(first);
  reply.add("Hel");
  assert.deepEqual(await frames.next(), { root: "ev_aaaaaa", delta: "Hel" });
  const second = live.open(undefined).pipeThrough(new TextDecoderStream()).getReader();
  const later = framesOf(second);
  assert.deepEqual(await later.next(), { root: "ev_aaaaaa", text: "Hel" });
  reply.add("lo");
  for (const heard of [frames, later]) {
    assert.deepEqual(await heard.next(), { root: "ev_aaaaaa", delta: "lo" });
  }
  reply[Symbol.dispose]();
  for (const heard of [frames, later]) {
    assert.deepEqual(await heard.next(), { root: "ev_aaaaaa", done: true });
  }
  live.close();
  await Promise.all([first.cancel(), second.cancel()]);
});

/** The `stream` frames that a client reads, one after the other. */
function framesOf(reader: ReadableStreamDefaultReader<string>) {
  const read: Record<string, unknown>[] = [];
  return {
    async next() {
      while (read.length === 0) {
        const { value = "" } = await reader.read();
        for (const [, data = ""] of value.matchAll(/^event: stream\ndata: (.*)$/gm)) {
          read.push(JSON.parse(data));
        }
      }
      const { id: _, threadId: __, ...rest } = read.shift() ?? {};
      return rest;
    },
  };
}

Deno.test("clients() counts those who are there", async () => {
  await using test = await testDatabase();
  const live = openLive(test.log, openLiveText(), VERSION);
  const [one, two] = [live.open(undefined), live.open(undefined)];
  assert.equal(live.clients(), 2);
  await one.cancel();
  assert.equal(live.clients(), 1);
  live.close();
  assert.equal(live.clients(), 0);
  await two.cancel();
});
