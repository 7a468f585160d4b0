import assert from "node:assert/strict";
import { openEngine } from "../../tests/support/engine.ts";
import { effects, type Script } from "../../tests/support/scripted_driver.ts";

const spawnThenReply: Script["manager"] = ({ last, messages }) =>
  messages[0]?.from === "user"
    ? effects({ type: "spawn", instructions: "work" })
    : effects({ type: "reply", of: last, reply: "done" });
const makeTask: Script["primary"] = ({ last }) =>
  effects({ type: "create_work_item", of: last, title: "Task", brief: "work" });
const worker = () => "worked";

/** What the decisions say about being asked twice, in order. */
const asked = (events: { payload: Record<string, unknown> }[]) =>
  events.map(({ payload: { ok, nudged, effects } }) => [ok, nudged, (effects as unknown[]).length]);

Deno.test("Primary that answers in prose is asked once more, and its list is taken (C20)", async () => {
  await using engine = await openEngine({
    primary: ({ count, last }) =>
      count === 0 ? "Sure, I say hello." : effects({ type: "reply", of: last, reply: "Hello" }),
  });
  await engine.ask("hi");
  assert.deepEqual(asked(engine.events("route.decision")), [[false, undefined, 0], [true, true, 1]]);
  assert.deepEqual(engine.events("agent.reply").map((event) => event.payload.text), ["Hello"]);
  const [first, second] = engine.agent.turns;
  assert.ok(second?.prompt.startsWith(first?.prompt ?? "?"));
  assert.match(second?.prompt ?? "", /## Your previous answer\n {4}Sure, I say hello\.\n/);
  assert.match(second?.prompt ?? "", /it was not a JSON effect list/);
  assert.equal(first?.runId, second?.runId, "one turn, one run");
});

Deno.test("Primary that answers in prose twice is taken at its word (C20)", async () => {
  await using engine = await openEngine({ primary: ({ count }) => `  Prose number ${count}.\n` });
  const message = await engine.ask("hi");
  assert.deepEqual(asked(engine.events("route.decision")), [[false, undefined, 0], [false, true, 0]]);
  const [reply, ...others] = engine.events("agent.reply");
  assert.deepEqual(reply?.payload, { text: "Prose number 1.", of: message.id, root: message.id });
  assert.deepEqual(others, []);
  assert.equal(engine.agent.turns.length, 2);
});

for (const nothing of ["response.", "<reasoning_effort>5</reasoning_effort>"]) {
  Deno.test(`"${nothing}" does not reach the person without a second question`, async () => {
    await using engine = await openEngine({
      primary: ({ count, last }) =>
        count === 0 ? nothing : effects({ type: "reply", of: last, reply: "Hello" }),
    });
    await engine.ask("hi");
    assert.deepEqual(engine.events("agent.reply").map((event) => event.payload.text), ["Hello"]);
  });
}

for (const role of ["primary", "manager"] as const) {
  Deno.test(`an empty answer of the ${role}, twice, becomes a sentence of newpi`, async () => {
    await using engine = await openEngine({
      primary: makeTask,
      manager: spawnThenReply,
      worker,
      [role]: () => "\n",
    });
    const message = await engine.ask("hi");
    const [reply] = engine.events("agent.reply");
    assert.deepEqual(reply?.payload.notices, [{ key: "notHandled" }]);
    assert.deepEqual(reply?.payload.root, message.id);
    assert.equal(reply?.source, "kernel:runtime");
  });
}

Deno.test("a Manager whose list moves nothing is asked once more", async () => {
  await using engine = await openEngine({
    primary: makeTask,
    manager: (turn) =>
      turn.count === 0 ? effects({ type: "understanding", text: "just work" }) : spawnThenReply(turn),
    worker,
  });
  await engine.ask("hi");
  assert.deepEqual(asked(engine.events("manager.decision")), [[false, undefined, 0], [true, true, 1], [
    true,
    undefined,
    1,
  ]]);
  assert.match(engine.agent.turns[2]?.prompt ?? "", /none of spawn, reply, escalate, done/);
  assert.deepEqual(engine.events("work_item.understanding"), [], "what could not be used was not used");
});

Deno.test("a Manager that answers in prose twice is taken at its word", async () => {
  await using engine = await openEngine({ primary: makeTask, manager: () => "I do not know.", worker });
  const message = await engine.ask("hi");
  const [reply] = engine.events("agent.reply");
  assert.deepEqual([reply?.payload.text, reply?.payload.root], ["I do not know.", message.id]);
});

Deno.test("an agent that fails when it is asked again fails the turn", async () => {
  await using engine = await openEngine({
    primary: ({ count }) => count === 0 ? "prose" : { ok: false, error: "gone" },
  });
  await engine.ask("hi");
  assert.deepEqual(engine.events().map((event) => event.kind), ["user.message", "agent.error"]);
});

Deno.test("a huge answer is kept in part, and says so", async () => {
  const huge = "x".repeat(5_000_000);
  await using engine = await openEngine({
    primary: ({ messages, last }) =>
      messages[0]?.text === "prose"
        ? huge
        : effects({ type: "create_work_item", of: last, title: huge, brief: huge }),
    manager: ({ last, count }) =>
      count === 0
        ? effects({ type: "understanding", text: huge }, { type: "spawn", instructions: huge, expect: huge })
        : effects({ type: "escalate", question: huge, tried: huge, options: [huge, `${huge}2`] }, {
          type: "reply",
          of: last,
          reply: huge,
        }),
    worker: () => huge,
  });
  await engine.ask("task");
  await engine.ask("prose");
  for (const event of engine.events()) {
    assert.ok(
      JSON.stringify(event).length < 1_300_000,
      `${event.kind} has ${JSON.stringify(event).length} characters`,
    );
  }
  const [said] = engine.events("agent.reply").slice(-1);
  assert.match(String(said?.payload.text), /x\n\n\[4800000 characters left out\]$/);
  assert.match(String(engine.events("run.finished")[0]?.payload.summary), /\[4800000 characters left out\]$/);
});
