/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { WorkItemCard, WorkItemList } from "../../internal/contract/work.ts";
import { tasksState } from "./tasks.ts";
import { testCard, testEvent, testTimers } from "./testing.ts";

function setUp(cards: WorkItemCard[]) {
  const timers = testTimers();
  const pending: ((list: WorkItemList) => void)[] = [];
  const server = { refuses: false };
  const { promise } = Promise.withResolvers<never>();
  const tasks = tasksState({
    timers,
    api: {
      workItems: () => new Promise((answer) => pending.push(answer)),
      setWorkItemStatus: () => server.refuses ? Promise.reject(new Error("no")) : promise,
      cancel: () => promise,
      createWorkItem: () => promise,
    },
  });
  async function load(items = cards) {
    const done = tasks.load();
    pending.shift()?.({ items });
    await done;
  }
  const state = (id: string) => tasks.cards.value.get(id)?.state;
  return { tasks, timers, pending, server, load, state };
}

const running = testCard("wi_running", {
  state: "running",
  run: { id: "run_aaaaaa", startedAt: null, toolCalls: 1, lastTool: "Read a" },
});
const intent = testEvent({
  seq: 1,
  kind: "side_effect.intent",
  workItemId: "wi_running",
  payload: { tool: "Bash", input: "ls", callId: "c1" },
});
const finished = testEvent({ seq: 2, kind: "run.finished", workItemId: "wi_running" });

Deno.test("apply() counts a step at once, without asking the server", async () => {
  const { tasks, load, pending, timers } = setUp([running]);
  await load();
  tasks.apply(intent);
  timers.pass(1_000);
  assert.deepEqual(tasks.cards.value.get("wi_running")?.run?.lastTool, "Bash ls");
  assert.equal(tasks.cards.value.get("wi_running")?.run?.toolCalls, 2);
  assert.equal(pending.length, 0);
});

Deno.test("apply() asks once for a burst of events", async () => {
  const { tasks, load, pending, timers } = setUp([running]);
  await load();
  for (let times = 0; times < 5; times++) tasks.apply(finished);
  timers.pass(120);
  assert.equal(pending.length, 1);
});

Deno.test("load() forgets an answer that a later question has overtaken", async () => {
  const { tasks, pending, state } = setUp([]);
  const loads = [tasks.load(), tasks.load()];
  pending[1]?.({ items: [testCard("wi_running", { state: "done" })] });
  pending[0]?.({ items: [running] });
  await Promise.all(loads);
  assert.equal(state("wi_running"), "done");
});

Deno.test("setStatus() shows the change at once and takes it back when it is refused", async () => {
  const { tasks, load, server, state } = setUp([testCard("wi_aaaaaa", { state: "idle" })]);
  await load();
  server.refuses = true;
  const done = tasks.setStatus("wi_aaaaaa", "done");
  assert.equal(state("wi_aaaaaa"), "done");
  await assert.rejects(done);
  assert.equal(state("wi_aaaaaa"), "idle");
});

Deno.test("active holds what runs, waits or thinks", async () => {
  const { tasks, load } = setUp([
    running,
    testCard("wi_idle00", { state: "idle" }),
    testCard("wi_asks00", { state: "waiting" }),
  ]);
  await load();
  assert.deepEqual(tasks.active.value.map(({ item }) => item.id), ["wi_running", "wi_asks00"]);
});
