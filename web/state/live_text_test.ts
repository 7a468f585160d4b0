/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { liveTextState } from "./live_text.ts";
import { testEvent } from "./testing.ts";

const frame = { id: "ls_one", threadId: "main", root: "ev_question" };

function setUp() {
  const live = liveTextState();
  return { live, texts: () => live.replies.value.map(({ text }) => text.value) };
}

Deno.test("receive() adds what is written, and starts over with a whole text", () => {
  const { live, texts } = setUp();
  live.receive({ ...frame, delta: "Hel" });
  const [reply] = live.replies.value;
  live.receive({ ...frame, delta: "lo" });
  assert.deepEqual(texts(), ["Hello"]);
  assert.equal(live.replies.value[0], reply, "the list stays the same while words are added");
  live.receive({ ...frame, text: "Hello there" });
  live.receive({ ...frame, id: "ls_two", text: "Other" });
  assert.deepEqual(texts(), ["Hello there", "Other"]);
});

Deno.test("receive() lets the words vanish when the turn is over", () => {
  const { live, texts } = setUp();
  live.receive({ ...frame, delta: "Hel" });
  live.receive({ ...frame, id: "ls_other", done: true });
  assert.deepEqual(texts(), ["Hel"]);
  live.receive({ ...frame, done: true });
  assert.deepEqual(texts(), []);
});

Deno.test("apply() puts the stored reply of the same thread in the place of its words", () => {
  const { live, texts } = setUp();
  live.receive({ ...frame, delta: "of Primary" });
  live.receive({ ...frame, id: "ls_task", threadId: "th_task", delta: "of the Manager" });
  const payload = { text: "x", of: frame.root, root: frame.root };
  live.apply(
    testEvent({ seq: 1, kind: "agent.reply", threadId: "main", payload: { ...payload, root: "ev_other" } }),
  );
  assert.equal(texts().length, 2);
  live.apply(testEvent({ seq: 2, kind: "agent.reply", threadId: "main", payload }));
  assert.deepEqual(texts(), ["of the Manager"]);
  live.clear();
  assert.deepEqual(texts(), []);
});
