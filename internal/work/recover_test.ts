import assert from "node:assert/strict";
import { openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script } from "../../tests/support/scripted_driver.ts";
import { untilEvent } from "../../tests/support/until.ts";
import { rootOf } from "./items.ts";

const makeTasks: Script["primary"] = ({ messages }) =>
  effects(
    ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
  );
const reports: Script["manager"] = ({ messages, last }) =>
  messages[0]?.from === "user"
    ? effects({ type: "spawn", instructions: "work" })
    : effects({ type: "reply", of: last, reply: `it was ${messages[0]?.from}` });

Deno.test("runs that a dead runtime left are lost, once each, and their owners hear of it (C16)", async () => {
  await using engine = await openEngine({}, { start: false });
  const { id: root } = engine.submit({ text: "hi" });
  const item = engine.db.tx(() =>
    engine.work.items.create({ title: "T", brief: "", runAs: null, source: "test" })
  );
  const order = {
    workItemId: item.id,
    threadId: item.threadId,
    owner: `manager:${item.id}`,
    agent: "demo",
    runAs: { agent: "demo" },
    instructions: "work",
    expect: "",
    root,
    causedBy: root,
    hop: 1,
  } as const;
  const run = engine.db.tx(() => {
    const { id } = engine.runs.queueWorker(order);
    engine.runs.startWorker(id);
    return id;
  });
  const turn = { workItemId: null, owner: "primary", agent: "demo", runAs: { agent: "demo" }, root } as const;
  engine.db.tx(() => engine.runs.startTurn(turn));
  await using next = await engine.restart({
    primary: ({ last }) => effects({ type: "reply", of: last, reply: "pending mail was read" }),
    manager: reports,
  });
  const told = await untilEvent(
    next.log,
    (event) => event.kind === "agent.reply" && event.workItemId === item.id,
  );
  assert.equal(told.payload.text, "it was run lost");
  const [finished, ...others] = next.events("run.finished");
  assert.deepEqual(others, []);
  assert.deepEqual(
    [finished?.runId, finished?.payload.outcome, finished?.mailbox, finished?.source],
    [run, "lost", `manager:${item.id}`, "kernel:runtime"],
  );
  assert.match(String(finished?.payload.error), /^lost: the runtime restarted/);
  await untilEvent(next.log, (event) => event.payload.text === "pending mail was read");
  assert.deepEqual(next.runs.active(), []);
  await using third = await next.restart({});
  assert.equal(third.events("run.finished").length, 1, "and not again at the start after that");
});

Deno.test("a run that the end of the runtime stops is lost, and its owner hears of it at the next start", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: reports,
    worker: async () => {
      await working.pass();
      return "never";
    },
  });
  const message = engine.submit({ text: "task" });
  await working.reached;
  await using next = await engine.restart({ manager: reports });
  await next.settled(message);
  const [finished] = next.events("run.finished");
  assert.deepEqual([finished?.payload.outcome, finished?.source], ["lost", "kernel:runtime"]);
  assert.match(String(finished?.payload.error), /^lost: the runtime stopped/);
  assert.equal(next.events("agent.reply")[0]?.payload.text, "it was run lost");
});

Deno.test("a run that was waiting for its place goes on at the next start", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: reports,
    worker: async () => {
      await working.pass();
      return "never";
    },
  }, { limits: { maxWorkers: 1 } });
  engine.submit({ text: "first" });
  await working.reached;
  const second = engine.submit({ text: "second" });
  await untilEvent(engine.log, (event) => event.kind === "run.started" && rootOf(event) === second.id);
  await using next = await engine.restart({ manager: reports, worker: () => "worked" });
  await next.settled(second);
  const ofSecond = next.events("run.finished").filter((event) => rootOf(event) === second.id);
  assert.deepEqual(ofSecond.map((event) => event.payload.outcome), ["unverified"]);
});

Deno.test("a waiting run that was cancelled in the last moment ends as cancelled at the next start", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: reports,
    worker: async () => {
      await working.pass();
      return "never";
    },
  }, { limits: { maxWorkers: 1 } });
  engine.submit({ text: "first" });
  await working.reached;
  const second = engine.submit({ text: "second" });
  const started = await untilEvent(
    engine.log,
    (event) => event.kind === "run.started" && rootOf(event) === second.id,
  );
  engine.db.tx(() => engine.runs.cancelWorker(started.runId ?? "", "and then the power went"));
  await using next = await engine.restart({ manager: reports, worker: () => "must not run" });
  await next.settled(second);
  const [finished] = next.events("run.finished").filter((event) => rootOf(event) === second.id);
  assert.equal(finished?.payload.outcome, "cancelled");
  assert.equal(next.agent.turns.filter(({ role }) => role === "worker").length, 0);
});
