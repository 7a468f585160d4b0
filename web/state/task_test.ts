/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { EventPage } from "../../internal/contract/log.ts";
import type { WorkItemDetail } from "../../internal/contract/work.ts";
import { ApiError, type EventsQuery } from "./api.ts";
import { taskState } from "./task.ts";
import { testCard, testEvent, testPage, testTimers } from "./testing.ts";

const at = (...seqs: number[]) =>
  seqs.map((seq) => testEvent({ seq, workItemId: "wi_aaaaaa", runId: "run_aaaaaa" }));

function setUp(answer: () => Promise<WorkItemDetail>) {
  const timers = testTimers();
  const asked: EventsQuery[] = [];
  const pages: EventPage[] = [];
  let loads = 0;
  const task = taskState({
    id: "wi_aaaaaa",
    timers,
    api: {
      workItem() {
        loads += 1;
        return answer();
      },
      events(query) {
        asked.push(query);
        return Promise.resolve(pages.shift() ?? testPage([]));
      },
    },
  });
  return {
    task,
    timers,
    asked,
    pages,
    loads: () => loads,
    log: () => task.log.value.events.map(({ seq }) => seq),
  };
}

const detail = (seqs: number[], hasMore = false) => (): Promise<WorkItemDetail> =>
  Promise.resolve({ ...testCard("wi_aaaaaa"), understanding: null, runs: [], events: at(...seqs), hasMore });

Deno.test("load() keeps a live event that came before the answer", async () => {
  const { task, log } = setUp(detail([1, 2]));
  const done = task.load();
  for (const event of at(3)) task.apply(event);
  await done;
  assert.deepEqual(log(), [1, 2, 3]);
});

Deno.test("apply() ignores the events of other tasks", async () => {
  const { task, log } = setUp(detail([1]));
  await task.load();
  task.apply(testEvent({ seq: 2, workItemId: "wi_other0" }));
  assert.deepEqual(log(), [1]);
});

Deno.test("apply() reads the task again once for a burst, and not for single steps", async () => {
  const { task, timers, loads } = setUp(detail([1]));
  await task.load();
  task.apply(testEvent({ seq: 2, workItemId: "wi_aaaaaa", kind: "side_effect.intent", payload: {} }));
  timers.pass(1_000);
  assert.equal(loads(), 1);
  for (const event of at(3, 4, 5)) task.apply(event);
  timers.pass(1_000);
  assert.equal(loads(), 2);
});

Deno.test("loadOlderLog() puts the page before what is there", async () => {
  const { task, asked, pages, log } = setUp(detail([5, 6], true));
  await task.load();
  pages.push(testPage(at(3, 4), { hasMore: false }));
  await task.loadOlderLog();
  assert.deepEqual(asked, [{ item: "wi_aaaaaa", before: 5, limit: 200 }]);
  assert.deepEqual(log(), [3, 4, 5, 6]);
  assert.equal(task.log.value.hasOlder, false);
});

Deno.test("run() is read once and then followed live", async () => {
  const { task, asked, pages } = setUp(detail([1]));
  pages.push(testPage(at(1, 2)));
  task.run("run_aaaaaa");
  await Promise.resolve();
  for (const event of at(3)) task.apply(event);
  assert.deepEqual(task.run("run_aaaaaa").value?.events.map(({ seq }) => seq), [1, 2, 3]);
  assert.equal(asked.length, 1);
});

const failures = [
  {
    name: "a task that does not exist",
    error: new ApiError("WORK_ITEM_NOT_FOUND", "no", 404),
    want: "missing",
  },
  { name: "a server that does not answer", error: new ApiError("UNREACHABLE", "no", 0), want: "failed" },
];
for (const { name, error, want } of failures) {
  Deno.test(`load() of ${name} is ${want}`, async () => {
    const { task } = setUp(() => Promise.reject(error));
    await task.load();
    assert.equal(task.phase.value, want);
  });
}
