/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { Event } from "../../internal/contract/log.ts";
import {
  answeredQuestions,
  belongsToConversation,
  groupEvents,
  isQuestion,
  keepUnchanged,
  redact,
  tasksByGroup,
  wordsOf,
} from "./grouping.ts";
import type { Outgoing } from "./outbox.ts";
import { testEvent } from "./testing.ts";

const question = (seq: number, fields: Record<string, unknown> = {}) =>
  testEvent({ seq, kind: "user.message", payload: { text: `question ${seq}`, ...fields } });
const reply = (seq: number, root: string, fields: Partial<Event> = {}) =>
  testEvent({ seq, kind: "agent.reply", payload: { text: `answer ${seq}`, of: root, root }, ...fields });
const attributed = (seq: number, of: string, workItemId: string) =>
  testEvent({ seq, kind: "message.attributed", payload: { of, workItemId, title: workItemId, by: "model" } });
const outgoing = (clientKey: string): Outgoing => ({
  clientKey,
  text: "hi",
  ts: "2026-11-30T10:00:00.000Z",
  state: "sending",
});

/** What a group holds, by seq. */
const shape = (events: readonly Event[], sending: Outgoing[] = []) =>
  groupEvents(events, sending).map((
    group,
  ) => [group.question?.seq ?? group.outgoing?.clientKey ?? null, group.answers.map(({ seq }) => seq)]);

Deno.test("groupEvents() puts a late answer under its own question", () => {
  const [first, second] = [question(1), question(2)];
  assert.deepEqual(shape([first, second, reply(3, second.id), reply(4, first.id)]), [[1, [4]], [2, [3]]]);
});

Deno.test("groupEvents() keeps answers of any thread and kind in the order of the log", () => {
  const asked = question(1);
  const failed = testEvent({
    seq: 2,
    kind: "agent.error",
    payload: { error: "x", code: "X", root: asked.id },
  });
  const asks = testEvent({
    seq: 3,
    kind: "escalation",
    payload: { reason: "question", question: "?", of: asked.id, root: asked.id, path: [] },
  });
  assert.deepEqual(shape([asked, failed, asks, reply(4, asked.id, { threadId: "th_other1" })]), [[1, [
    2,
    3,
    4,
  ]]]);
});

Deno.test("groupEvents() does not take the copy on a task's thread for a question", () => {
  const asked = question(1);
  const copy = testEvent({
    seq: 2,
    kind: "user.message",
    threadId: "th_task01",
    payload: { text: "question 1", of: asked.id, root: asked.id },
  });
  assert.deepEqual(shape([asked, copy]), [[1, []]]);
});

Deno.test("groupEvents() shows an answer whose question is not loaded in a group of its own", () => {
  assert.deepEqual(shape([reply(5, "ev_longago"), question(6)]), [[null, [5]], [6, []]]);
});

Deno.test("groupEvents() shows an error that nobody caused", () => {
  assert.deepEqual(shape([testEvent({ seq: 1, kind: "agent.error", payload: { error: "x", code: "X" } })]), [[
    null,
    [1],
  ]]);
});

Deno.test("groupEvents() keeps only the latest attribution to a task", () => {
  const asked = question(1);
  const [group] = groupEvents([
    asked,
    attributed(2, asked.id, "wi_aaaaaa"),
    attributed(3, asked.id, "wi_bbbbbb"),
    attributed(4, asked.id, "wi_aaaaaa"),
  ], []);
  assert.deepEqual(group?.tasks.map(({ seq }) => seq), [3, 4]);
});

Deno.test("groupEvents() shows a message that is on its way last, until its event is there", () => {
  assert.deepEqual(shape([question(1)], [outgoing("key-one-1")]), [[1, []], ["key-one-1", []]]);
  assert.deepEqual(shape([question(1), question(2, { clientKey: "key-one-1" })], [outgoing("key-one-1")]), [[
    1,
    [],
  ], [2, []]]);
});

Deno.test("groupEvents() gives a message the same key on its way and in the log", () => {
  const [sending] = groupEvents([], [outgoing("key-one-1")]);
  const [stored] = groupEvents([question(1, { clientKey: "key-one-1" })], []);
  assert.equal(sending?.key, stored?.key);
});

Deno.test("tasksByGroup() names the tasks of which a group is the newest", () => {
  const [first, second] = [question(1), question(3)];
  const groups = groupEvents([
    first,
    attributed(2, first.id, "wi_aaaaaa"),
    second,
    attributed(4, second.id, "wi_aaaaaa"),
  ], []);
  assert.deepEqual([...tasksByGroup(groups)], [[second.id, ["wi_aaaaaa"]]]);
});

Deno.test("keepUnchanged() keeps the groups that a new event does not concern, and only those", () => {
  const [one, two, three] = [question(1), question(2), question(3)];
  const events = [one, two, three, reply(4, one.id), attributed(5, three.id, "wi_aaaaaa")];
  const before = groupEvents(events, []);
  const kept = (more: Event[], sending: Outgoing[] = []) =>
    keepUnchanged(before, groupEvents([...events, ...more], sending)).map((group) => before.includes(group));
  assert.deepEqual(kept([]), [true, true, true]);
  assert.deepEqual(kept([reply(6, two.id)]), [true, false, true]);
  assert.deepEqual(kept([attributed(6, three.id, "wi_bbbbbb")]), [true, true, false]);
  assert.deepEqual(kept([], [outgoing("key-one-1")]), [true, true, true, false]);
  const hidden = groupEvents(redact(events, one.id), []);
  assert.deepEqual(keepUnchanged(before, hidden).map((group) => before.includes(group)), [false, true, true]);
});

Deno.test("answeredQuestions() finds what a message replies to", () => {
  assert.deepEqual([...answeredQuestions([question(1), question(2, { replyTo: "ev_asked1" })])], [
    "ev_asked1",
  ]);
});

const belongings = [
  { name: "takes a question", event: question(1), want: true },
  {
    name: "takes an answer of a task's thread",
    event: reply(1, "ev_asked1", { threadId: "th_task01" }),
    want: true,
  },
  {
    name: "leaves out the copy on a task's thread",
    event: testEvent({ seq: 1, kind: "user.message", threadId: "th_task01" }),
    want: false,
  },
  { name: "leaves out decisions", event: testEvent({ seq: 1, kind: "route.decision" }), want: false },
];
for (const { name, event, want } of belongings) {
  Deno.test(`belongsToConversation() ${name}`, () => assert.equal(belongsToConversation(event), want));
}

Deno.test("redact() hides a message and its copies, and nothing else", () => {
  const images = [{ path: "inbox/2026-12-01/img_a_1.png", mimeType: "image/png" }];
  const asked = question(1, { clientKey: "key-one-1", images, imageCount: 1 });
  const copy = testEvent({ seq: 2, kind: "user.message", payload: { text: "question 1", of: asked.id } });
  const answer = reply(3, asked.id);
  const [hidden, hiddenCopy, kept] = redact([asked, copy, answer], asked.id);
  assert.deepEqual(hidden?.payload, { text: "", clientKey: "key-one-1", redacted: true });
  assert.equal(hiddenCopy?.payload["text"], "");
  assert.equal(kept, answer);
});

Deno.test("wordsOf() takes what stands in for words that nobody typed for none", () => {
  const asked = [question(1), question(2, { text: "(1 image, no words)", wordless: true })].filter(
    isQuestion,
  );
  assert.deepEqual(asked.map(wordsOf), ["question 1", ""]);
});
