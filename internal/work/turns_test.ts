import assert from "node:assert/strict";
import { openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script, type Turn } from "../../tests/support/scripted_driver.ts";
import { untilEvent } from "../../tests/support/until.ts";
import { rootOf } from "./items.ts";

const sayOk = ({ messages }: Turn) =>
  effects(...messages.map(({ id }) => ({ type: "reply", of: id, reply: "ok" })));
/** Every message becomes a task of its own. */
const makeTasks: Script["primary"] = ({ messages }) =>
  effects(
    ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
  );
const texts = (turn: Turn | undefined) => turn?.messages.map(({ text }) => text);

const failures: { name: string; script: Script; code: string; says: RegExp }[] = [
  {
    name: "throws",
    script: {
      primary: () => {
        throw new Error("broken CLI");
      },
    },
    code: "AGENT_FAILED",
    says: /^The agent demo failed: broken CLI$/,
  },
  {
    name: "fails without a reason",
    script: { primary: () => ({ ok: false }) },
    code: "AGENT_FAILED",
    says: /it said nothing/,
  },
  {
    name: "is lost",
    script: { primary: () => ({ ok: false, lost: true, error: "gone" }) },
    code: "AGENT_FAILED",
    says: /gone/,
  },
];
for (const { name, script, code, says } of failures) {
  Deno.test(`a turn whose agent ${name} becomes an agent.error, and is not tried again (C6)`, async () => {
    await using engine = await openEngine(script);
    const message = await engine.ask("hi");
    const [error] = engine.events("agent.error");
    assert.deepEqual([error?.payload.code, error?.payload.of, error?.payload.root], [
      code,
      message.id,
      message.id,
    ]);
    assert.deepEqual([error?.payload.mailbox, error?.threadId], ["primary", "main"]);
    assert.match(String(error?.payload.error), says);
    assert.equal(engine.log.cursor("mailbox:primary"), message.seq);
    await engine.ask("again");
    assert.equal(engine.agent.turns.length, 2);
    assert.deepEqual(engine.runs.active(), []);
  });
}

const USED = {
  inputTokens: 5,
  outputTokens: 2,
  cacheReadTokens: 90,
  cacheWriteTokens: 0,
  costUsd: 0.1,
};

Deno.test("a turn that fails when it is asked once more tells what both answers cost, once", async () => {
  let asked = 0;
  await using engine = await openEngine({
    primary: () => asked++ === 0 ? { text: "prose", usage: USED } : { ok: false, error: "gone", usage: USED },
  });
  await engine.ask("hi");
  const spent = engine.events("agent.error").map(({ payload }) => payload.usage);
  assert.deepEqual(spent, [{
    ...USED,
    inputTokens: 10,
    outputTokens: 4,
    cacheReadTokens: 180,
    costUsd: 0.2,
  }]);
});

Deno.test("a Manager's turn that fails is told under the message that caused it", async () => {
  await using engine = await openEngine({ primary: makeTasks, manager: () => ({ ok: false, error: "no" }) });
  const message = await engine.ask("work");
  const [error] = engine.events("agent.error");
  const [item] = engine.work.items.all();
  assert.deepEqual([error?.payload.root, error?.workItemId], [message.id, item?.id]);
});

Deno.test("a turn that the end of the runtime interrupts is not committed and is taken again at the next start (C6)", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async () => {
      await thinking.pass();
      return effects({ type: "reply", reply: "never said" });
    },
  });
  const message = engine.submit({ text: "hi" });
  await thinking.reached;
  await using next = await engine.restart({ primary: sayOk });
  await next.settled(message);
  assert.deepEqual(next.events().map((event) => event.kind), [
    "user.message",
    "route.decision",
    "agent.reply",
  ]);
  assert.equal(next.events("agent.reply")[0]?.payload.text, "ok");
  assert.deepEqual(next.runs.active(), []);
});

Deno.test("two messages for one address never make two turns at once; what comes meanwhile is one next turn", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async (turn) => {
      if (turn.count === 0) await thinking.pass();
      return sayOk(turn);
    },
  });
  const first = engine.submit({ text: "first" });
  await thinking.reached;
  const rest = ["a", "b", "c"].map((text) => engine.submit({ text }));
  thinking.open();
  for (const message of [first, ...rest]) await engine.settled(message);
  assert.equal(engine.agent.atOnce.most, 1);
  assert.deepEqual(engine.agent.turns.map(texts), [["first"], ["a", "b", "c"]]);
  assert.deepEqual(engine.events("route.decision").at(-1)?.payload.of, rest.map(({ id }) => id));
});

Deno.test("three messages to a Manager that thinks are one next turn of it", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: async (turn) => {
      if (turn.count === 0) await thinking.pass();
      return sayOk(turn);
    },
  });
  const first = engine.submit({ text: "task" });
  await thinking.reached;
  const target = engine.work.items.all()[0]?.id;
  const rest = ["a", "b", "c"].map((text) => engine.submit({ text, target }));
  thinking.open();
  for (const message of [first, ...rest]) await engine.settled(message);
  const decisions = engine.events("manager.decision");
  assert.equal(decisions.length, 2);
  const copies = engine.events("user.message").filter((event) => event.payload.of !== undefined);
  assert.deepEqual(decisions[1]?.payload.of, copies.slice(1).map(({ id }) => id));
  assert.deepEqual(engine.events("agent.reply").map(rootOf), [first, ...rest].map(({ id }) => id));
});

Deno.test("no more turns run at once than allowed, and all are taken", async () => {
  const thinking = gate();
  let waiting = 0;
  const three = Promise.withResolvers<void>();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: async (turn) => {
      waiting += 1;
      if (waiting === 3) three.resolve();
      await thinking.pass();
      return sayOk(turn);
    },
  }, { limits: { maxTurns: 3 } });
  const messages = Array.from({ length: 6 }, (_, index) => engine.submit({ text: `task ${index}` }));
  await three.promise;
  assert.deepEqual([engine.work.counts().activeTurns, engine.agent.atOnce.now], [3, 3]);
  thinking.open();
  for (const message of messages) await engine.settled(message);
  assert.equal(engine.agent.atOnce.most, 3);
  assert.equal(engine.events("agent.reply").length, 6);
});

Deno.test("a person's words go before results that have waited longer", async () => {
  const working = gate();
  const thinking = gate();
  const order: string[] = [];
  await using engine = await openEngine({
    primary: async (turn) => {
      order.push(`primary ${texts(turn)}`);
      if (turn.count === 1) await thinking.pass();
      return turn.count === 0 ? makeTasks(turn) : sayOk(turn);
    },
    manager: (turn) => {
      order.push(`manager ${turn.messages[0]?.from}`);
      return turn.count === 0 ? effects({ type: "spawn", instructions: "work" }) : sayOk(turn);
    },
    worker: async () => {
      await working.pass();
      return "done";
    },
  }, { limits: { maxTurns: 1 } });
  const task = engine.submit({ text: "task" });
  await working.reached;
  const blocker = engine.submit({ text: "hold on" });
  await thinking.reached;
  working.open();
  await untilEvent(engine.log, (event) => event.kind === "run.finished");
  const urgent = engine.submit({ text: "urgent" });
  thinking.open();
  for (const message of [task, blocker, urgent]) await engine.settled(message);
  assert.deepEqual(order, [
    "primary task",
    "manager user",
    "primary hold on",
    "primary urgent",
    "manager run unverified",
  ]);
});

Deno.test("a turn takes at most a hundred messages, and a message is not settled before its own turn", async () => {
  await using engine = await openEngine({ primary: sayOk }, { start: false });
  const messages = Array.from({ length: 230 }, (_, index) => engine.submit({ text: `m${index}` }));
  assert.equal(engine.work.counts().pendingMessages, 0, "nothing is pending for a loop that has not started");
  await engine.work.start();
  assert.equal(engine.work.settled(messages[229]?.id ?? ""), false);
  assert.equal(engine.work.counts().pendingMessages, 230);
  for (const message of messages) await engine.settled(message);
  assert.deepEqual(engine.agent.turns.map(({ messages }) => messages.length), [100, 100, 30]);
  assert.equal(engine.events("agent.reply").length, 230);
});

Deno.test("mail that another process wrote is found at the next start", async () => {
  await using engine = await openEngine({ primary: sayOk }, { start: false });
  const message = engine.submit({ text: "hi" });
  assert.equal(engine.agent.turns.length, 0);
  await engine.work.start();
  await engine.settled(message);
  assert.equal(engine.events("agent.reply").length, 1);
});

Deno.test("a turn that cannot be stored for want of space is taken again when there is space", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: async (turn) => {
      if (turn.count === 0) await thinking.pass();
      return effects(
        ...turn.messages.map(({ id }) => ({ type: "reply", of: id, reply: "x".repeat(100_000) })),
      );
    },
  });
  const message = engine.submit({ text: "hi" });
  await thinking.reached;
  const [pages] = engine.db.prepare("PRAGMA page_count").value<[number]>() ?? [0];
  engine.db.exec(`PRAGMA max_page_count = ${pages}`);
  thinking.open();
  await engine.logged("a turn failed");
  assert.deepEqual(engine.events().map((event) => event.kind), ["user.message"]);
  engine.db.exec("PRAGMA max_page_count = 100000");
  const next = engine.submit({ text: "still there?" });
  await engine.settled(message);
  await engine.settled(next);
  assert.deepEqual(engine.events("agent.error"), []);
  assert.deepEqual(engine.events("agent.reply").map(rootOf), [message.id, next.id]);
});

Deno.test("of a turn no folder is left, of a worker's run there is", async () => {
  await using engine = await openEngine({
    primary: ({ last }) => effects({ type: "create_work_item", of: last, title: "Task", brief: "work" }),
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" })
        : effects({ type: "reply", of: last, reply: "done" }),
    worker: () => "worked",
  });
  await engine.ask("hi");
  const [started] = engine.events("run.started");
  assert.deepEqual([...Deno.readDirSync(engine.runsFolder)].map(({ name }) => name), [started?.runId]);
});
