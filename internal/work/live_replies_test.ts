import assert from "node:assert/strict";
import type { LiveFrame } from "../contract/log.ts";
import { openEngine } from "../../tests/support/engine.ts";
import { effects, gate } from "../../tests/support/scripted_driver.ts";

Deno.test("a reply is seen while it is written, under its question, and vanishes once it is stored", async () => {
  const written = gate();
  await using engine = await openEngine({
    async primary({ last, emit }) {
      const answer = effects({ type: "reply", of: last, reply: "Hello there" });
      emit({ kind: "delta", text: answer.slice(0, -12) });
      await written.pass();
      return answer;
    },
  });
  const frames: LiveFrame[] = [];
  const seen = Promise.withResolvers<void>();
  engine.liveText.subscribe((frame) => {
    frames.push(frame);
    if (frame.done) assert.equal(engine.events("agent.reply").length, 1, "stored before it vanishes");
    seen.resolve();
  });
  const message = engine.submit({ text: "hi" });
  await seen.promise;
  assert.deepEqual(engine.liveText.snapshots().map(({ root, threadId }) => [root, threadId]), [[
    message.id,
    "main",
  ]]);
  written.open();
  await engine.settled(message);
  assert.deepEqual(frames.map(({ delta, done }) => delta ?? done), [
    "Hello there".slice(0, frames[0]?.delta?.length),
    true,
  ]);
  assert.ok((frames[0]?.delta?.length ?? 0) > 3);
});

Deno.test("what an agent wrote before it was asked again is seen no more", async () => {
  const first = gate();
  const second = gate();
  await using engine = await openEngine({
    async primary({ count, emit }) {
      emit({ kind: "delta", text: `{"effects": [{"type": "reply", "reply": "Draft ${count}` });
      await (count === 0 ? first : second).pass();
      return count === 0 ? "no list" : effects({ type: "reply", reply: "Final" });
    },
  });
  const frames: LiveFrame[] = [];
  const heard = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  engine.liveText.subscribe((frame) => {
    frames.push(frame);
    if (frame.delta !== undefined) {
      heard[frames.filter(({ delta }) => delta !== undefined).length - 1]?.resolve();
    }
  });
  const message = engine.submit({ text: "hi" });
  await heard[0]?.promise;
  first.open();
  await heard[1]?.promise;
  second.open();
  await engine.settled(message);
  assert.deepEqual(frames.map(({ delta, done }) => delta ?? done), ["Draft 0", true, "Draft 1", true]);
});
