/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import type { EventPage } from "../../internal/contract/log.ts";
import { ApiError, type EventsQuery } from "./api.ts";
import { conversationState } from "./conversation.ts";
import type { Outgoing } from "./outbox.ts";
import { testEvent, testPage } from "./testing.ts";

const question = (seq: number) =>
  testEvent({
    seq,
    kind: "user.message",
    payload: { text: `question ${seq}`, clientKey: `key-number-${seq}` },
  });
const reply = (seq: number, root = "ev_asked1") =>
  testEvent({ seq, kind: "agent.reply", payload: { text: "answer", of: root, root } });
const questions = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => question(from + at));

function setUp() {
  const asked: { query: EventsQuery; answer(page: EventPage): void; fail(error: Error): void }[] = [];
  const dropped: string[] = [];
  const conversation = conversationState({
    api: {
      events: (query) => new Promise((answer, reject) => asked.push({ query, answer, fail: reject })),
      redact: () => Promise.resolve(),
    },
    outbox: { messages: signal<Outgoing[]>([]), drop: (key) => void dropped.push(key) },
  });
  async function answer(page: EventPage) {
    asked.shift()?.answer(page);
    await Promise.resolve();
    await Promise.resolve();
  }
  return {
    conversation,
    asked,
    answer,
    dropped,
    seqs: () => conversation.events.value.map(({ seq }) => seq),
  };
}

async function opened(page: EventPage) {
  const all = setUp();
  const done = all.conversation.load();
  await all.answer(page);
  await done;
  return all;
}

Deno.test("load() takes in what arrives live while the page is on its way", async () => {
  const { conversation, answer, seqs } = setUp();
  const done = conversation.load();
  conversation.apply(question(3));
  await answer(testPage([question(1), question(2)]));
  await done;
  assert.deepEqual(seqs(), [1, 2, 3]);
});

Deno.test("load() says that it failed", async () => {
  const { conversation, asked } = setUp();
  const done = conversation.load();
  asked[0]?.fail(new Error("no"));
  await done;
  assert.equal(conversation.phase.value, "failed");
});

Deno.test("show() wins over a load that was asked before and is answered later", async () => {
  const { conversation, asked, seqs } = setUp();
  const done = [conversation.load(), conversation.show("ev_linked1")];
  assert.equal(asked[1]?.query.around, "ev_linked1");
  asked[1]?.answer(testPage([question(1)], { hasNewer: true }));
  asked[0]?.answer(testPage([question(9)]));
  await Promise.all(done);
  assert.deepEqual(seqs(), [1]);
});

Deno.test("show() of a message that does not exist fails, so does load(), and retry() reads the newest", async () => {
  const { conversation, asked } = setUp();
  const done = conversation.show("ev_nowhere1");
  asked.shift()?.fail(new ApiError("EVENT_NOT_FOUND", "no", 404));
  await done;
  const again = conversation.load();
  assert.equal(asked[0]?.query.around, "ev_nowhere1");
  asked.shift()?.fail(new ApiError("EVENT_NOT_FOUND", "no", 404));
  await again;
  assert.equal(conversation.phase.value, "failed");
  void conversation.retry();
  assert.equal(asked[0]?.query.around, undefined);
});

Deno.test("show() reads nothing when it is already shown", async () => {
  const { conversation, asked } = await opened(testPage([question(1)]));
  await conversation.show(null);
  assert.equal(asked.length, 0);
});

Deno.test("apply() ends the wait of a message that was on its way", async () => {
  const { conversation, dropped } = await opened(testPage([]));
  conversation.apply(question(1));
  assert.deepEqual(dropped, ["key-number-1"]);
});

Deno.test("apply() leaves out what the conversation does not show", async () => {
  const { conversation, seqs } = await opened(testPage([question(1)]));
  conversation.apply(testEvent({ seq: 2, kind: "route.decision" }));
  assert.deepEqual(seqs(), [1]);
});

Deno.test("apply() hides a message that was redacted in another window", async () => {
  const { conversation } = await opened(testPage([question(1)]));
  const of = question(1).id;
  conversation.apply(testEvent({ seq: 2, kind: "message.redacted", payload: { of, root: of } }));
  assert.equal(conversation.groups.value[0]?.question?.payload.redacted, true);
});

Deno.test("loadOlder() asks once for the page before, however often it is called", async () => {
  const { conversation, asked, answer, seqs } = await opened(testPage([question(5)], { hasMore: true }));
  const done = [conversation.loadOlder(), conversation.loadOlder()];
  assert.deepEqual(asked.map(({ query }) => query.before), [5]);
  await answer(testPage([question(3), question(4)]));
  await Promise.all(done);
  assert.deepEqual(seqs(), [3, 4, 5]);
  assert.equal(conversation.hasOlder.value, false);
});

Deno.test("loadOlder() reads nothing when the beginning is there", async () => {
  const { conversation, asked } = await opened(testPage([question(1)]));
  await conversation.loadOlder();
  assert.equal(asked.length, 0);
});

Deno.test("in the history live answers are counted, not shown", async () => {
  const { conversation, seqs } = await opened(testPage([question(1)], { hasNewer: true }));
  conversation.apply(question(90));
  conversation.apply(reply(91));
  assert.deepEqual(seqs(), [1]);
  assert.equal(conversation.missedAnswers.value, 1);
});

Deno.test("loadNewer() closes the gap to the live events, also those that come meanwhile", async () => {
  const { conversation, answer, seqs } = await opened(testPage([question(1)], { hasNewer: true }));
  const done = conversation.loadNewer();
  conversation.apply(question(4));
  await answer(testPage([question(2), question(3)]));
  await done;
  conversation.apply(question(5));
  assert.deepEqual(seqs(), [1, 2, 3, 4, 5]);
  assert.equal(conversation.atTail.value, true);
});

Deno.test("trim() forgets what lies far above and knows that it is still there", async () => {
  const { conversation, seqs } = await opened(testPage(questions(1, 401)));
  conversation.trim();
  assert.equal(seqs().length, 300);
  assert.equal(seqs().at(-1), 401);
  assert.equal(conversation.hasOlder.value, true);
});

Deno.test("trim() leaves the history alone while somebody reads it", async () => {
  const { conversation, seqs } = await opened(testPage(questions(1, 401), { hasNewer: true }));
  conversation.trim();
  assert.equal(seqs().length, 401);
});
