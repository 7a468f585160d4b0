import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { assertQuick, listening } from "../../tests/support/query_plans.ts";
import { effects, gate, type Script, toolCall } from "../../tests/support/scripted_driver.ts";
import { untilEvent, untilTrue } from "../../tests/support/until.ts";
import { WorkItemCard } from "../contract/work.ts";
import { newId } from "../kernel/ids.ts";
import { openViews } from "./mod.ts";

const makeTasks: Script["primary"] = ({ messages }) =>
  effects(
    ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
  );
const heard: Script["manager"] = ({ last }) => effects({ type: "reply", of: last, reply: "heard" });
const item = (engine: Engine, index = 0) => engine.work.items.all()[index]?.id ?? "";
/** Always of the contract's form. */
const card = (engine: Engine, index = 0) =>
  WorkItemCard.parse(openViews(engine.db).card(item(engine, index)));

Deno.test("card() of a task that nobody works on is idle, with what was said last", async () => {
  await using engine = await openEngine({ primary: makeTasks, manager: heard });
  await engine.ask("task");
  const { state, run, question, lastReply } = card(engine);
  assert.deepEqual([state, run, question, lastReply?.text], ["idle", null, null, "heard"]);
});

Deno.test("card() of a task whose Manager has mail is thinking", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: async (turn) => {
      await thinking.pass();
      return effects({ type: "reply", of: turn.last, reply: "heard" });
    },
  });
  const message = engine.submit({ text: "task" });
  await thinking.reached;
  assert.equal(card(engine).state, "thinking");
  thinking.open();
  await engine.settled(message);
  assert.equal(card(engine).state, "idle");
});

Deno.test("card() of a task shows its run: queued, running, and what it does", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" })
        : effects({ type: "reply", of: last, reply: "x".repeat(5000) }),
    worker: async (turn) => {
      toolCall(turn, "Read", "a.txt");
      toolCall(turn, "Bash", "y".repeat(500));
      await working.pass();
      return "done";
    },
  }, { limits: { maxWorkers: 1 } });
  const first = engine.submit({ text: "first" });
  const second = engine.submit({ text: "second" });
  await untilTrue(
    engine.log,
    () => engine.events("side_effect.result").length === 2 && engine.events("run.started").length === 2,
  );
  const running = engine.events("run.running")[0]?.workItemId;
  const cards = openViews(engine.db).cards(false).map((each) => WorkItemCard.parse(each));
  const busy = cards.find((each) => each.item.id === running);
  const other = cards.find((each) => each.item.id !== running);
  assert.deepEqual([busy?.state, other?.state], ["running", "queued"]);
  assert.equal(busy?.run?.toolCalls, 2);
  assert.equal(busy?.run?.lastTool, `Bash ${"y".repeat(155)}`);
  assert.notEqual(busy?.run?.startedAt, null);
  assert.deepEqual([other?.run?.toolCalls, other?.run?.lastTool, other?.run?.startedAt], [0, null, null]);
  working.open();
  for (const message of [first, second]) await engine.settled(message);
  assert.deepEqual([card(engine).run, card(engine).lastReply?.text.length], [null, 1200]);
});

Deno.test("card() of a task that asked waits until the person says something, or the task is over", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.text === "blue"
        ? effects({ type: "reply", of: last, reply: "painted" })
        : effects({ type: "escalate", question: "Which colour?", options: ["red", "blue"] }),
  });
  await engine.ask("paint");
  const { state, question } = card(engine);
  assert.deepEqual([state, question?.question, question?.options], ["waiting", "Which colour?", [
    "red",
    "blue",
  ]]);
  await engine.ask("blue", { replyTo: question?.id });
  assert.deepEqual([card(engine).state, card(engine).question], ["idle", null]);
  await engine.ask("green", { target: item(engine) });
  assert.equal(card(engine).state, "waiting");
  engine.db.tx(() => engine.work.items.setStatus(item(engine), "done", "test"));
  assert.deepEqual([card(engine).state, card(engine).question], ["done", null]);
});

Deno.test("cards() come newest change first, without closed ones unless asked for", async () => {
  await using engine = await openEngine({ primary: makeTasks, manager: heard });
  for (const title of ["one", "two", "three"]) await engine.ask(title);
  const titles = (all: boolean) => openViews(engine.db).cards(all).map((each) => each.item.title);
  engine.db.tx(() => engine.work.items.setStatus(item(engine, 1), "closed", "test"));
  engine.db.tx(() => engine.work.items.setStatus(item(engine, 0), "done", "test"));
  assert.deepEqual(new Set(titles(false)), new Set(["one", "three"]));
  assert.deepEqual(new Set(titles(true)), new Set(["one", "two", "three"]));
  assert.equal(titles(true).length, 3);
});

Deno.test("card() of an unknown task is refused", async () => {
  await using engine = await openEngine({});
  assert.throws(() => openViews(engine.db).card(newId("wi_")), { code: "WORK_ITEM_NOT_FOUND" });
});

Deno.test("detail() shows a task's runs newest first, its newest events, and what it is understood to be", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ count, last }) =>
      count < 2
        ? effects({ type: "understanding", text: `step ${count}` }, {
          type: "spawn",
          instructions: `step ${count}`,
        })
        : effects({ type: "reply", of: last, reply: "all done" }),
    worker: () => "did it",
  });
  await engine.ask("task");
  await engine.ask("another task");
  const detail = openViews(engine.db).detail({ id: item(engine), limit: 5 });
  assert.equal(detail.understanding, "step 1");
  assert.deepEqual(detail.runs.map((run) => [run.kind, run.outcome]), [["worker", "unverified"], [
    "worker",
    "unverified",
  ]]);
  assert.deepEqual(
    detail.runs.map((run) => run.id),
    engine.events("run.started").map((event) => event.runId).toReversed(),
  );
  assert.deepEqual([detail.events.length, detail.hasMore], [5, true]);
  assert.ok(detail.events.every((event) => event.workItemId === item(engine)));
  const all = openViews(engine.db).detail({ id: item(engine), limit: 500 });
  assert.deepEqual([all.hasMore, all.events[0]?.kind], [false, "work_item.created"]);
});

Deno.test("page() names the tasks that occur in it", async () => {
  await using engine = await openEngine({ primary: makeTasks, manager: heard });
  await engine.ask("one");
  const page = openViews(engine.db).page({ conversation: "1" });
  assert.deepEqual(page.titles, { [item(engine)]: "one" });
  assert.deepEqual([page.oldestSeq, page.newestSeq], [1, engine.log.latestSeq()]);
  const empty = openViews(engine.db).page({ kind: "no.such" });
  assert.deepEqual([empty.oldestSeq, empty.newestSeq, empty.titles], [null, null, {}]);
  assert.throws(() => openViews(engine.db).page({ around: newId("ev_") }), { code: "EVENT_NOT_FOUND" });
});

Deno.test("the board reads no more than it needs", async () => {
  await using engine = await openEngine({ primary: makeTasks, manager: heard });
  await engine.ask("task");
  const { watched, ran } = listening(engine.db);
  const views = openViews(watched);
  views.card(item(engine));
  views.detail({ id: item(engine), limit: 50 });
  views.primaryContext();
  assert.ok(ran.size > 4);
  assertQuick(engine.db, ran);
});

Deno.test("Primary's context tells the time, the open tasks and the last turns, each in a line, and not what is not yet answered", async () => {
  await using engine = await openEngine({
    primary: ({ messages }) =>
      effects(...messages.map(({ id, text }) => ({ type: "reply", of: id, reply: `re ${text}` }))),
  });
  for (let i = 0; i < 15; i++) await engine.ask(`message ${i}\nwith a second line ${"x".repeat(400)}`);
  engine.db.tx(() => engine.work.items.create({ title: "Paint", brief: "", runAs: null, source: "test" }));
  engine.db.tx(() => {
    const closed = engine.work.items.create({ title: "Old", brief: "", runAs: null, source: "test" });
    engine.work.items.setStatus(closed.id, "closed", "test");
  });
  await engine.work.stop();
  engine.submit({ text: "not yet answered" });
  const context = openViews(engine.db).primaryContext();
  assert.match(context, /^Now: /);
  assert.match(context, /\n## Tasks\n- wi_\w+ \[idle\] Paint\n/);
  assert.doesNotMatch(context, /Old|not yet answered/);
  assert.match(
    context,
    /\n- person: message 14 with a second line x{270,}\.\.\.\n {2}agent: re message 14 with/,
  );
  assert.doesNotMatch(context, /message 2 with/);
  assert.ok(context.length < 7500);
});

Deno.test("Primary's context tells which message got no answer, so that it can be tried again", async () => {
  await using engine = await openEngine({ primary: () => ({ ok: false, error: "key refused" }) });
  await engine.ask("paint it");
  const context = openViews(engine.db).primaryContext();
  assert.match(context, /- person: paint it\n {2}agent: \(gave no answer: .*key refused\)/);
});

Deno.test("Primary's context of a fresh home is only the time", async () => {
  await using engine = await openEngine({});
  assert.doesNotMatch(openViews(engine.db).primaryContext(), /##/);
});

Deno.test("a result that arrives while a question waits leaves the question waiting", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" }, { type: "escalate", question: "Which?" })
        : effects({ type: "reply", of: last, reply: "half of it is done" }),
    worker: async () => {
      await working.pass();
      return "done";
    },
  });
  const message = engine.submit({ text: "task" });
  await working.reached;
  await untilEvent(engine.log, (event) => event.kind === "escalation");
  working.open();
  await engine.settled(message);
  assert.equal(card(engine).state, "waiting");
});
