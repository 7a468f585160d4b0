import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script, type Turn } from "../../tests/support/scripted_driver.ts";
import { untilEvent } from "../../tests/support/until.ts";
import { redactMessage } from "../conversation/mod.ts";

const makeTask: Script["primary"] = ({ last }) =>
  effects({ type: "create_work_item", of: last, title: "task", brief: "task" });
const spawnThenReply: Script["manager"] = ({ last, prompt }) =>
  prompt.includes("(run ")
    ? effects({ type: "reply", of: last, reply: "all done" })
    : effects({ type: "spawn", instructions: "work" });
const itemId = (engine: Engine) => engine.work.items.all()[0]?.id ?? "";
const how = (engine: Engine) =>
  engine.events("run.steered").map(({ payload }) => [payload.text, payload.queued, payload.late]);

/** A worker at work that reads what it is sent when the test says so. */
function listeningWorker() {
  const working = gate();
  const heard: { text: string; flagged: boolean }[] = [];
  let turn: Turn | undefined;
  const worker: Script["worker"] = async (started) => {
    turn = started;
    started.onSteer = (text, messageId) => {
      heard.push({ text, flagged: existsSync(`${started.guard?.runDir}/pending-input`) });
      started.emit({ kind: "taken", messageId });
      return true;
    };
    await working.pass();
    return "done";
  };
  return { working, worker, heard, turn: () => turn };
}

function existsSync(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("words for a running run reach its worker without a model and without a second run", async () => {
  const { working, worker, heard } = listeningWorker();
  await using engine = await openEngine({ primary: makeTask, manager: spawnThenReply, worker });
  const first = engine.submit({ text: "task" });
  await working.reached;
  const asked = engine.agent.turns.length;
  const second = engine.submit({ text: "and at most five times", target: itemId(engine) });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  assert.equal(engine.agent.turns.length, asked, "no model was asked");
  assert.deepEqual(
    heard,
    [{ text: "and at most five times", flagged: true }],
    "the flag comes before the words",
  );
  working.open();
  await engine.settled(first);
  await engine.settled(second);
  assert.deepEqual(how(engine), [["and at most five times", false, false]]);
  assert.equal(engine.events("run.started").length, 1);
  assert.equal(engine.events("run.steered")[0]?.payload.root, second.id);
  const result = engine.agent.turns.at(-1)?.prompt ?? "";
  assert.match(result, /The person said while it ran, and it was told: and at most five times/);
});

Deno.test("changes are held back only until the words were read", async () => {
  const { working, worker, turn } = listeningWorker();
  await using engine = await openEngine({ primary: makeTask, manager: spawnThenReply, worker });
  const message = engine.submit({ text: "task" });
  await working.reached;
  const pending = () => existsSync(`${turn()?.guard?.runDir}/pending-input`);
  engine.submit({ text: "more", target: itemId(engine) });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  working.open();
  await engine.settled(message);
  assert.equal(pending(), false);
});

Deno.test("words for a queued run are part of what it is told at its start", async () => {
  const blocking = gate();
  await using engine = await openEngine({
    primary: ({ last, messages }) =>
      effects({ type: "create_work_item", of: last, title: messages.at(-1)?.text ?? "", brief: "b" }),
    manager: spawnThenReply,
    worker: async ({ prompt }) => {
      if (prompt.includes(": first")) await blocking.pass();
      return prompt;
    },
  }, { limits: { maxWorkers: 1 } });
  const first = engine.submit({ text: "first" });
  await blocking.reached;
  const second = engine.submit({ text: "second" });
  const queued = await untilEvent(engine.log, (event) =>
    event.kind === "run.started" && event.hop > 0 &&
    event.workItemId !== engine.work.items.all()[0]?.id);
  const more = engine.submit({ text: "in blue", target: queued.workItemId ?? "" });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  blocking.open();
  for (const message of [first, second, more]) await engine.settled(message);
  assert.deepEqual(how(engine), [["in blue", true, false]]);
  const told = engine.agent.turns.filter(({ role }) => role === "worker").at(-1)?.prompt ?? "";
  assert.match(told, /Instructions:\nwork\n\nin blue$/);
});

Deno.test("words that come when the worker is just ending are late, and its Manager reads them with the result", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTask,
    manager: spawnThenReply,
    worker: async () => {
      await working.pass();
      return "done";
    },
  });
  const first = engine.submit({ text: "task" });
  await working.reached;
  const second = engine.submit({ text: "in blue", target: itemId(engine) });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  working.open();
  await engine.settled(first);
  await engine.settled(second);
  assert.deepEqual(how(engine), [["in blue", false, true]]);
  assert.match(
    engine.agent.turns.at(-1)?.prompt ?? "",
    /The person also said, too late for this run: in blue/,
  );
  assert.deepEqual(engine.events("agent.error"), []);
});

Deno.test("words that were handed over and never read are late in the end", async () => {
  const working = gate();
  await using engine = await openEngine({
    primary: makeTask,
    manager: spawnThenReply,
    worker: async (turn) => {
      turn.onSteer = () => true;
      await working.pass();
      return "done";
    },
  });
  const first = engine.submit({ text: "task" });
  await working.reached;
  engine.submit({ text: "in blue", target: itemId(engine) });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  working.open();
  await engine.settled(first);
  assert.deepEqual(how(engine), [["in blue", false, false], ["in blue", false, true]]);
  const [, late] = engine.events("run.steered");
  assert.ok((late?.seq ?? Infinity) < (engine.events("run.finished")[0]?.seq ?? 0));
  assert.match(engine.agent.turns.at(-1)?.prompt ?? "", /too late for this run: in blue/);
});

Deno.test("hiding a message hides it from the run that it was handed to, too", async () => {
  const { working, worker } = listeningWorker();
  await using engine = await openEngine({ primary: makeTask, manager: spawnThenReply, worker });
  const first = engine.submit({ text: "task" });
  await working.reached;
  const second = engine.submit({ text: "my secret", target: itemId(engine) });
  await untilEvent(engine.log, (event) => event.kind === "run.steered");
  redactMessage(engine.db, engine.log, second.id);
  working.open();
  await engine.settled(first);
  assert.deepEqual(how(engine), [["", false, false]]);
  assert.ok(!JSON.stringify(engine.events()).includes("my secret"));
  assert.ok(!(engine.agent.turns.at(-1)?.prompt ?? "").includes("my secret"));
});

Deno.test("a Manager that says done beside its reply closes the task", async () => {
  await using engine = await openEngine({
    primary: makeTask,
    manager: ({ last, prompt }) =>
      prompt.includes("(run ")
        ? effects({ type: "done" }, { type: "reply", of: last, reply: "all done" })
        : effects({ type: "spawn", instructions: "work" }),
    worker: () => "done",
  });
  await engine.ask("task");
  assert.equal(engine.work.items.all()[0]?.status, "done");
  assert.equal(engine.events("work_item.status_changed")[0]?.source, "agent:manager");
});

Deno.test("every message of one turn hears of the run that came of it, or gets the answer", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: makeTask,
    manager: async ({ last, messages, prompt, count }) => {
      if (count === 0) await thinking.pass();
      if (prompt.includes("(run ")) return effects({ type: "reply", of: last, reply: "all done" });
      if (messages.some(({ text }) => text === "why?")) {
        return effects({ type: "reply", of: last, reply: "because" });
      }
      return count === 0
        ? effects({ type: "reply", of: last, reply: "hello" })
        : effects({ type: "spawn", instructions: "both" });
    },
    worker: () => "done",
  });
  const first = engine.submit({ text: "task" });
  await thinking.reached;
  const [a, b] = ["one", "two"].map((text) => engine.submit({ text, target: itemId(engine) }));
  thinking.open();
  for (const message of [first, a, b]) if (message) await engine.settled(message);
  assert.deepEqual(engine.events("run.steered").map(({ payload }) => [payload.root, payload.text]), [[
    a?.id,
    "one",
  ]]);
  assert.equal(engine.events("run.started").at(-1)?.payload.root, b?.id);
});
