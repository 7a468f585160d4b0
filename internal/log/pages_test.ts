import assert from "node:assert/strict";
import { answered, said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import type { EventQuery } from "../contract/log.ts";
import { newId } from "../kernel/ids.ts";

/** Messages 1 to `count`, each with its number as text and as seq. */
async function numbered(count: number): Promise<TestDatabase & { ids: string[] }> {
  const test = await testDatabase();
  const ids = test.db.tx(() =>
    Array.from({ length: count }, (_, index) => test.log.append(said(String(index + 1))).id)
  );
  return { ...test, ids, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const pages: {
  name: string;
  count: number;
  query: EventQuery;
  want: number[];
  more: boolean;
  newer: boolean;
}[] = [
  { name: "nothing of an empty log", count: 0, query: {}, want: [], more: false, newer: false },
  {
    name: "nothing after the end of an empty log",
    count: 0,
    query: { after: 0 },
    want: [],
    more: false,
    newer: false,
  },
  { name: "the newest 50 unless told", count: 60, query: {}, want: range(11, 60), more: true, newer: false },
  {
    name: "all when they just fit",
    count: 5,
    query: { limit: 5 },
    want: range(1, 5),
    more: false,
    newer: false,
  },
  { name: "one less than all", count: 5, query: { limit: 4 }, want: range(2, 5), more: true, newer: false },
  { name: "older ones", count: 9, query: { before: 5, limit: 2 }, want: [3, 4], more: true, newer: true },
  {
    name: "the oldest ones",
    count: 9,
    query: { before: 3, limit: 2 },
    want: [1, 2],
    more: false,
    newer: true,
  },
  { name: "nothing before the first", count: 9, query: { before: 1 }, want: [], more: false, newer: true },
  { name: "nothing before 0", count: 9, query: { before: 0 }, want: [], more: false, newer: true },
  {
    name: "older ones from past the end",
    count: 3,
    query: { before: 99, limit: 2 },
    want: [2, 3],
    more: true,
    newer: false,
  },
  { name: "newer ones", count: 9, query: { after: 3, limit: 2 }, want: [4, 5], more: true, newer: true },
  {
    name: "the newest ones",
    count: 9,
    query: { after: 7, limit: 2 },
    want: [8, 9],
    more: true,
    newer: false,
  },
  { name: "everything after 0", count: 3, query: { after: 0 }, want: [1, 2, 3], more: false, newer: false },
  { name: "nothing after the last", count: 9, query: { after: 9 }, want: [], more: true, newer: false },
  {
    name: "nothing after what is not there yet",
    count: 9,
    query: { after: 99 },
    want: [],
    more: true,
    newer: false,
  },
];
for (const { name, count, query, want, more, newer } of pages) {
  Deno.test(`list() gives ${name}`, async () => {
    await using test = await numbered(count);
    const page = test.log.list(query);
    assert.deepEqual(page?.events.map((event) => event.seq), want);
    assert.deepEqual([page?.hasMore, page?.hasNewer], [more, newer]);
  });
}

const around = [
  { name: "the middle", at: 5, limit: 4, want: [3, 4, 5, 6], more: true, newer: true },
  { name: "the middle with an odd limit", at: 5, limit: 5, want: [3, 4, 5, 6, 7], more: true, newer: true },
  { name: "the first", at: 1, limit: 4, want: [1, 2, 3, 4], more: false, newer: true },
  { name: "the second", at: 2, limit: 4, want: [1, 2, 3, 4], more: false, newer: true },
  { name: "the last", at: 9, limit: 4, want: [7, 8, 9], more: true, newer: false },
  { name: "all of them", at: 5, limit: 50, want: range(1, 9), more: false, newer: false },
  { name: "only itself", at: 5, limit: 1, want: [5], more: true, newer: true },
];
for (const { name, at, limit, want, more, newer } of around) {
  Deno.test(`list() around ${name}`, async () => {
    await using test = await numbered(9);
    const page = test.log.list({ around: test.ids[at - 1], limit });
    assert.deepEqual(page?.events.map((event) => event.seq), want);
    assert.deepEqual([page?.hasMore, page?.hasNewer], [more, newer]);
  });
}

Deno.test("list() around an unknown event gives nothing at all", async () => {
  await using test = await numbered(3);
  assert.equal(test.log.list({ around: newId("ev_") }), undefined);
});

Deno.test("list() forwards and backwards meets every event once", async () => {
  await using test = await numbered(23);
  const forwards: number[] = [];
  for (let after = 0, more = true; more;) {
    const page = test.log.list({ after, limit: 5 });
    forwards.push(...page?.events.map((event) => event.seq) ?? []);
    after = forwards.at(-1) ?? 0;
    more = page?.hasNewer ?? false;
  }
  assert.deepEqual(forwards, range(1, 23));
  const backwards: number[] = [];
  for (let before: number | undefined, more = true; more;) {
    const page = test.log.list({ before, limit: 5 });
    backwards.unshift(...page?.events.map((event) => event.seq) ?? []);
    before = backwards[0];
    more = page?.hasMore ?? false;
  }
  assert.deepEqual(backwards, range(1, 23));
});

/** Between every two of what is looked for lie twenty others. */
async function mixed() {
  const test = await testDatabase();
  const workItemId = newId("wi_");
  const threadId = newId("th_");
  const runId = newId("run_");
  const noise = { source: "agent:worker", kind: "side_effect.intent", threadId, workItemId, runId };
  test.db.tx(() => {
    for (let i = 0; i < 12; i++) {
      const { id } = test.log.append(said(`m${i}`));
      for (let n = 0; n < 20; n++) {
        test.log.append({ ...noise, payload: { tool: "Bash", input: `${n}`, callId: `${i}.${n}` } });
      }
      test.log.append(i % 2 === 0 ? answered(id, `a${i}`) : answered(id, `a${i}`, { threadId, workItemId }));
    }
  });
  return { ...test, workItemId, threadId, runId, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

Deno.test("list() fills a page with rows of the kinds asked for, however rare they are (C45)", async () => {
  await using test = await mixed();
  const page = test.log.list({ kind: "user.message,agent.reply", limit: 5 });
  assert.deepEqual(page?.events.map((event) => event.payload.text), ["a9", "m10", "a10", "m11", "a11"]);
  assert.equal(page?.hasMore, true);
  const replies = test.log.list({ kind: "agent.reply", limit: 12 });
  assert.equal(replies?.events.length, 12);
  assert.equal(replies?.hasMore, false);
  const first = test.log.list({ kind: "agent.reply", after: 0, limit: 2 });
  assert.deepEqual(first?.events.map((event) => event.payload.text), ["a0", "a1"]);
  assert.deepEqual(test.log.list({ kind: "no.such" })?.events, []);
  assert.deepEqual(test.log.list({ kind: "agent.reply' OR 1=1 --" })?.events, []);
});

Deno.test("list() shows the conversation: the main thread's words, and replies of every thread", async () => {
  await using test = await mixed();
  const page = test.log.list({ conversation: "1", limit: 6 });
  assert.deepEqual(page?.events.map((event) => event.payload.text), ["m9", "a9", "m10", "a10", "m11", "a11"]);
});

Deno.test("list() filters by thread, task, run, mailbox and several of them", async () => {
  await using test = await mixed();
  const { threadId: thread, workItemId: item, runId: run } = test;
  const kinds = (query: EventQuery) =>
    new Set(test.log.list({ limit: 200, ...query })?.events.map((event) => event.kind));
  assert.deepEqual(kinds({ thread: "main" }), new Set(["user.message", "agent.reply"]));
  assert.deepEqual(kinds({ thread }), new Set(["side_effect.intent", "agent.reply"]));
  assert.deepEqual(kinds({ item }), new Set(["side_effect.intent", "agent.reply"]));
  assert.deepEqual(kinds({ run }), new Set(["side_effect.intent"]));
  assert.deepEqual(kinds({ mailbox: "primary" }), new Set(["user.message"]));
  assert.deepEqual(kinds({ run, kind: "agent.reply" }), new Set());
  assert.equal(test.log.list({ item, kind: "agent.reply", limit: 50 })?.events.length, 6);
});
