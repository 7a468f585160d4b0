import assert from "node:assert/strict";
import type { LiveFrame } from "../contract/log.ts";
import { openLiveText } from "./live_text.ts";

/** Resolves with the frames when as many have come. */
function hear(live: ReturnType<typeof openLiveText>, count: number): Promise<LiveFrame[]> {
  const frames: LiveFrame[] = [];
  const { promise, resolve } = Promise.withResolvers<LiveFrame[]>();
  const end = live.subscribe((frame) => {
    frames.push(frame);
    if (frames.length < count) return;
    end();
    resolve(frames);
  });
  return promise;
}

Deno.test("begin() shows the first words at once, and gathers what follows", async () => {
  const live = openLiveText();
  const heard = hear(live, 2);
  using reply = live.begin("main", "ev_aaaaaa");
  for (const piece of ["a", "b", "c"]) reply.add(piece);
  const [first, second] = await heard;
  assert.deepEqual([first?.delta, second?.delta], ["a", "bc"]);
  assert.match(first?.id ?? "", /^ls_/);
  assert.deepEqual(live.snapshots().map(({ text }) => text), ["abc"]);
});

Deno.test("begin() shows the first 32,000 characters and no more", async () => {
  const live = openLiveText();
  const heard = hear(live, 2);
  const reply = live.begin("main", "ev_aaaaaa");
  for (let i = 0; i < 5; i++) reply.add("x".repeat(10_000));
  assert.deepEqual((await heard).map(({ delta }) => delta?.length), [10_000, 22_000]);
  const done = hear(live, 1);
  reply.add("more");
  reply[Symbol.dispose]();
  assert.equal((await done)[0]?.done, true);
  assert.deepEqual(live.snapshots(), []);
});

Deno.test("begin() says nothing of a reply without words, and that it is done only once", () => {
  const live = openLiveText();
  const frames: LiveFrame[] = [];
  live.subscribe((frame) => frames.push(frame));
  live.begin("main", "ev_aaaaaa")[Symbol.dispose]();
  assert.deepEqual(frames, []);
  const reply = live.begin("main", "ev_aaaaaa");
  reply.add("quick");
  reply[Symbol.dispose]();
  reply[Symbol.dispose]();
  assert.deepEqual(frames.map(({ delta, done }) => delta ?? done), ["quick", true]);
});
