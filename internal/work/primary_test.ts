import assert from "node:assert/strict";
import { type Engine, NOBODY, openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script, type Turn } from "../../tests/support/scripted_driver.ts";
import { untilEvent } from "../../tests/support/until.ts";
import { newId } from "../kernel/ids.ts";
import { rootOf } from "./items.ts";

/** Primary does what the message says: it is an effect without `of`. */
const obeys: Script["primary"] = ({ messages }) =>
  effects(...messages.map(({ id, text }) => ({ of: id, ...JSON.parse(text) })));
const say = (effect: Record<string, unknown>) => JSON.stringify(effect);

/** Texts of the replies below a message. */
function replies(engine: Engine, root: string): unknown[] {
  return engine.events("agent.reply").filter((event) => rootOf(event) === root).map((event) =>
    event.payload.text
  );
}
const create = (title: string) => say({ type: "create_work_item", title, brief: "later" });
/** A Manager that only says it heard, so that tasks stay open and nothing runs. */
const heard: Script["manager"] = ({ last }) => effects({ type: "reply", of: last, reply: "heard" });

async function withTasks(count: number, script: Script = {}): Promise<Engine & { ids: string[] }> {
  const engine = await openEngine({ primary: obeys, manager: heard, ...script });
  for (let i = 0; i < count; i++) await engine.ask(create(`Task ${i}`));
  const ids = engine.work.items.all().map((item) => item.id);
  return { ...engine, ids, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}
const status = (engine: Engine) => engine.work.items.all().map((item) => item.status);

Deno.test("Primary's reply stands on the main thread under its message", async () => {
  await using engine = await openEngine({ primary: obeys });
  const message = await engine.ask(say({ type: "reply", reply: "Hello" }));
  const [reply] = engine.events("agent.reply");
  assert.deepEqual(reply?.payload, { text: "Hello", of: message.id, root: message.id });
  assert.deepEqual([reply?.threadId, reply?.workItemId, reply?.source], ["main", null, "agent:primary"]);
});

Deno.test("Primary's reply is labelled when the agent only plays", async () => {
  await using engine = await openEngine({ primary: obeys }, { demo: true });
  await engine.ask(say({ type: "reply", reply: "Hello" }));
  assert.equal(engine.events("agent.reply")[0]?.payload.demo, true);
});

Deno.test("Primary hands a message to a task that exists and opens it again", async () => {
  await using engine = await withTasks(1);
  const [id = ""] = engine.ids;
  engine.db.tx(() => engine.work.items.setStatus(id, "closed", "test"));
  const message = await engine.ask(
    say({ type: "route", work_item_id: id, message: "in other words", confidence: 0.9 }),
  );
  assert.deepEqual(status(engine), ["open"]);
  const attributed = engine.events("message.attributed").at(-1);
  assert.deepEqual(attributed?.payload, {
    of: message.id,
    workItemId: id,
    title: "Task 0",
    by: "model",
    confidence: 0.9,
  });
  assert.equal(engine.agent.turns.at(-1)?.messages[0]?.text, "in other words");
  assert.deepEqual(replies(engine, message.id), ["heard"]);
});

Deno.test("Primary's effect that names an unknown task is answered, and changes nothing", async () => {
  await using engine = await withTasks(1);
  const id = newId("wi_");
  const before = engine.events().length;
  const message = await engine.ask(say({ type: "route", work_item_id: id, message: "x" }));
  assert.deepEqual(replies(engine, message.id), [`There is no task ${id}.`]);
  assert.deepEqual(engine.events().slice(before).map((event) => event.kind), [
    "user.message",
    "route.decision",
    "agent.reply",
  ]);
});

Deno.test("Primary's effect without a message it belongs to belongs to the last one", async () => {
  await using engine = await openEngine({
    primary: () => effects({ type: "reply", of: newId("ev_"), reply: "Hm" }),
  });
  const message = await engine.ask("hi");
  assert.deepEqual(replies(engine, message.id), ["Hm"]);
});

const confirmations: {
  name: string;
  effects: (ids: string[]) => Record<string, unknown>[];
  want: string;
  status: string[];
}[] = [
  {
    name: "a status",
    effects: (ids) => [{ type: "set_status", work_item_ids: ids.slice(0, 1), status: "done" }],
    want: "1 task is now done.",
    status: ["done", "open"],
  },
  {
    name: "a status of one task named twice",
    effects: ([id]) => [{ type: "set_status", work_item_ids: [id, id], status: "done" }],
    want: "1 task is now done.",
    status: ["done", "open"],
  },
  {
    name: "a status of all open tasks",
    effects: () => [{ type: "set_status", all_open: true, status: "closed" }],
    want: "2 tasks are now closed.",
    status: ["closed", "closed"],
  },
  {
    name: "a status of every task",
    effects: () => [{ type: "set_status", all_items: true, status: "done" }],
    want: "2 tasks are now done.",
    status: ["done", "done"],
  },
  {
    name: "a status of one that is there and one that is not",
    effects: ([id]) => [{ type: "set_status", work_item_ids: [id, "wi_nowhere0"], status: "done" }],
    want: "1 task is now done. There is no task wi_nowhere0.",
    status: ["done", "open"],
  },
  {
    name: "a status of nothing but unknown ones",
    effects: () => [{ type: "set_status", work_item_ids: ["wi_nowhere0"], status: "done" }],
    want: "There is no task wi_nowhere0.",
    status: ["open", "open"],
  },
  {
    name: "a cancel when nothing runs",
    effects: () => [{ type: "cancel", all_running: true }],
    want: "Nothing is running.",
    status: ["open", "open"],
  },
  {
    name: "several at once, in one reply",
    effects: ([one, two]) => [
      { type: "set_status", work_item_ids: [one], status: "done" },
      { type: "cancel", all_running: true },
      { type: "set_status", work_item_ids: [two], status: "closed" },
    ],
    want: "1 task is now done. Nothing is running. 1 task is now closed.",
    status: ["done", "closed"],
  },
];
for (const { name, effects: list, want, status: expected } of confirmations) {
  Deno.test(`newpi itself confirms ${name}, in place of the model's own sentence`, async () => {
    let ids: string[] = [];
    await using engine = await withTasks(2, {
      primary: (turn) =>
        turn.count < 2 ? obeys(turn) : effects(...list(ids).map((effect) => ({ of: turn.last, ...effect })), {
          type: "reply",
          of: turn.last,
          reply: "All fixed!",
        }),
    });
    ids = engine.ids;
    const message = await engine.ask("please");
    assert.deepEqual(replies(engine, message.id), [want]);
    const reply = engine.events("agent.reply").at(-1);
    assert.equal(reply?.source, "kernel:runtime");
    assert.equal(reply?.payload.demo, undefined);
    assert.ok(Array.isArray(reply?.payload.notices));
    assert.deepEqual(status(engine), expected);
  });
}

Deno.test("Primary's choice of all open tasks is refused when they changed while it thought", async () => {
  const thinking = gate();
  await using engine = await withTasks(1, {
    primary: async (turn) => {
      if (turn.count === 0) return obeys(turn);
      await thinking.pass();
      return effects({ type: "set_status", of: turn.last, all_open: true, status: "closed" });
    },
  });
  const message = engine.submit({ text: "close everything" });
  await thinking.reached;
  engine.db.tx(() => engine.work.items.create({ title: "New", brief: "", runAs: null, source: "test" }));
  thinking.open();
  await engine.settled(message);
  assert.deepEqual(status(engine), ["open", "open"]);
  assert.match(String(replies(engine, message.id)[0]), /^The list of tasks changed/);
});

Deno.test("Primary's cancel stops what runs, and says how much", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: obeys,
    manager: () => effects({ type: "spawn", instructions: "work" }),
    worker: async () => {
      await working.pass();
      return "too late";
    },
  });
  const task = engine.submit({ text: create("Long") });
  await working.reached;
  const message = await engine.ask(say({ type: "cancel", all_running: true }));
  await engine.settled(task);
  assert.deepEqual(replies(engine, message.id), ["Stopped 1 run."]);
  assert.deepEqual(replies(engine, task.id), ["The run was cancelled."]);
  assert.equal(engine.events("run.finished")[0]?.payload.outcome, "cancelled");
  working.open();
});

Deno.test("a message that Primary forgot is answered with a plain sentence, and only that one", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async ({ messages, count }) => {
      if (count === 0) await thinking.pass();
      return effects(
        ...messages.filter(({ text }) => text !== "forget me").map(({ id }) => ({
          type: "reply",
          of: id,
          reply: "ok",
        })),
      );
    },
  });
  const first = engine.submit({ text: "first" });
  await thinking.reached;
  const messages = ["one", "forget me", "three"].map((text) => engine.submit({ text }));
  thinking.open();
  for (const message of [first, ...messages]) await engine.settled(message);
  assert.equal(engine.agent.turns.length, 2);
  assert.deepEqual(messages.map(({ id }) => replies(engine, id)), [
    ["ok"],
    ["This message was not dealt with. Please say it in another way."],
    ["ok"],
  ]);
  assert.deepEqual(engine.events("agent.reply").at(-1)?.payload.notices, [{ key: "notHandled" }]);
});

Deno.test("messages that share an effect are all dealt with by it", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async ({ messages, last, count }) => {
      if (count === 0) await thinking.pass();
      const others = messages.slice(0, -1).map(({ id }) => id);
      return effects({ type: "reply", of: last, reply: "to all of it", also_of: [...others, newId("ev_")] });
    },
  });
  const first = engine.submit({ text: "first" });
  await thinking.reached;
  const messages = ["one", "two", "three"].map((text) => engine.submit({ text }));
  thinking.open();
  for (const message of [first, ...messages]) await engine.settled(message);
  assert.deepEqual(messages.map(({ id }) => replies(engine, id)), messages.map(() => ["to all of it"]));
});

Deno.test("messages that share a new task all reach it, and each hears of what came of it", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async ({ messages, last, count }) => {
      if (count === 0) await thinking.pass();
      const also_of = messages.slice(0, -1).map(({ id }) => id);
      return effects({ type: "create_work_item", of: last, title: "All of it", brief: "do it", also_of });
    },
    manager: ({ last }) => effects({ type: "reply", of: last, reply: "done" }, { type: "done" }),
  });
  const first = engine.submit({ text: "first" });
  await thinking.reached;
  const messages = ["one", "two", "three"].map((text) => engine.submit({ text }));
  thinking.open();
  for (const message of [first, ...messages]) await engine.settled(message);
  assert.deepEqual(messages.map(({ id }) => replies(engine, id)), messages.map(() => ["done"]));
  const told = engine.events("user.message").filter(({ payload }) => payload.forwardedFrom === "main");
  assert.deepEqual(told.map(({ payload }) => payload.text).toSorted(), ["do it", "do it", "one", "two"]);
});

/** `nobody`: without an agent of its own, where none is chosen. */
Deno.test("a message that cannot be answered takes none of those with it that can", async () => {
  await using engine = await openEngine({ primary: obeys }, { roles: NOBODY, start: false });
  const hello = say({ type: "reply", reply: "Hello" });
  const nobodys = [engine.submit({ text: hello }), engine.submit({ text: hello })];
  const demos = engine.submit({ text: hello, runAs: { agent: "demo" } });
  const again = engine.submit({ text: hello });
  await engine.work.start();
  for (const message of [...nobodys, demos, again]) await engine.settled(message);
  assert.deepEqual(replies(engine, demos.id), ["Hello"]);
  const errors = engine.events("agent.error");
  assert.deepEqual(errors.map((event) => event.payload.of), [...nobodys, again].map(({ id }) => id));
  for (const { payload } of errors) {
    assert.deepEqual([payload.code, payload.root], ["AGENT_NOT_CONFIGURED", payload.of]);
    assert.deepEqual(payload.notice, { key: "agentNotConfigured" });
  }
});

Deno.test("messages for one agent are taken together, others wait for the next turn", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async (turn) => {
      if (turn.count === 0) await thinking.pass();
      return effects(...turn.messages.map(({ id }) => ({ type: "reply", of: id, reply: "ok" })));
    },
  });
  const first = engine.submit({ text: "first" });
  await thinking.reached;
  const runAs = { agent: "demo" } as const;
  const messages = [{ text: "a" }, { text: "b" }, { text: "c", runAs }, { text: "d", runAs }, { text: "e" }]
    .map((request) => engine.submit(request));
  thinking.open();
  for (const message of [first, ...messages]) await engine.settled(message);
  const batches = (turns: Turn[]) => turns.map(({ messages }) => messages.map(({ text }) => text).join(""));
  assert.deepEqual(batches(engine.agent.turns), ["first", "ab", "cd", "e"]);
});

Deno.test("a task keeps the agent that was asked for when it was made", async () => {
  await using engine = await openEngine({ primary: obeys, manager: heard }, { roles: NOBODY });
  await engine.ask(create("Mine"), { runAs: { agent: "demo" } });
  const [item] = engine.work.items.all();
  assert.deepEqual(item?.runAs, { agent: "demo" });
  const more = await engine.ask("more", { target: item?.id });
  assert.deepEqual(replies(engine, more.id), ["heard"], "and does not ask again who should answer");
});

Deno.test("a task has a title of one line, however Primary wrote it", async () => {
  await using engine = await openEngine({ primary: obeys, manager: heard });
  await engine.ask(create(`Paint\n\n## Messages\n[ev_000001] (user) ${"x".repeat(500)}`));
  const [item] = engine.work.items.all();
  assert.match(item?.title ?? "", /^Paint ## Messages \[ev_000001\] \(user\) x+$/);
  assert.equal(item?.title.length, 200);
});

Deno.test("what Primary decides happens in one commit or not at all", async () => {
  await using engine = await openEngine({
    primary: (turn) =>
      effects(
        { type: "create_work_item", of: turn.last, title: "One", brief: "x" },
        { type: "create_work_item", of: turn.last, title: "Two", brief: "x" },
      ),
    manager: heard,
  });
  engine.db.exec(
    "CREATE TEMP TRIGGER t BEFORE INSERT ON work_items WHEN NEW.title = 'Two' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const message = engine.submit({ text: "two tasks" });
  const error = await untilEvent(engine.log, (event) => event.kind === "agent.error");
  assert.deepEqual(engine.work.items.all(), []);
  assert.deepEqual(error.payload.of, message.id);
  assert.deepEqual(engine.events().map((event) => event.kind), ["user.message", "agent.error"]);
  assert.deepEqual(engine.runs.active(), [], "the turn's run must have ended");
});
