import { join } from "@std/path";
import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { effects, type Script, toolCall } from "../../tests/support/scripted_driver.ts";
import { rootOf } from "./items.ts";

/** One task that is done in one run. */
const oneTask: Script = {
  primary: ({ last }) =>
    effects({ type: "create_work_item", of: last, title: "Hello", brief: "write hello.txt" }),
  manager: ({ last, count }) =>
    count === 0
      ? effects({ type: "understanding", text: "a file" }, {
        type: "spawn",
        instructions: "WRITE",
        expect: "hello.txt",
      })
      : effects({ type: "reply", of: last, reply: "hello.txt is there" }),
  async worker(turn) {
    await Deno.writeTextFile(join(turn.cwd, "hello.txt"), "hi");
    toolCall(turn, "Write", "hello.txt", "written");
    return { text: "I wrote it", toolCalls: 1, durationMs: 12.6 };
  },
};

Deno.test("a task leaves in the log what the design says, in that order", async () => {
  await using engine = await openEngine(oneTask);
  await engine.ask("write hello.txt");
  assert.deepEqual(engine.events().map((event) => event.kind), [
    "user.message",
    "route.decision",
    "work_item.created",
    "message.attributed",
    "user.message",
    "manager.decision",
    "work_item.understanding",
    "run.started",
    "run.running",
    "side_effect.intent",
    "side_effect.result",
    "run.finished",
    "manager.decision",
    "agent.reply",
  ]);
});

Deno.test("a task keeps in each event whose it is, where it belongs and what caused it", async () => {
  await using engine = await openEngine(oneTask);
  const message = await engine.ask("write hello.txt");
  const [created] = engine.events("work_item.created");
  const [started] = engine.events("run.started");
  const [finished] = engine.events("run.finished");
  const [reply] = engine.events("agent.reply");
  assert.ok(created && started && finished && reply);
  const ofTask = engine.events().filter((event) => event.threadId === created.threadId);
  for (const event of ofTask) assert.equal(event.workItemId, created.workItemId, event.kind);
  for (const event of engine.events()) {
    assert.ok(event.kind === "user.message" || event.causedBy !== null, `${event.kind} has no cause`);
  }
  assert.equal(finished.mailbox, `manager:${created.workItemId}`);
  assert.equal(finished.runId, started.runId);
  assert.deepEqual(
    { ...finished.payload, root: "" },
    {
      outcome: "unverified",
      ok: true,
      durationMs: 13,
      toolCalls: 1,
      summary: "I wrote it",
      error: null,
      blocked: null,
      usage: null,
      root: "",
    },
  );
  for (const event of [started, finished, reply]) assert.equal(rootOf(event), message.id, event.kind);
  assert.equal(reply.payload.of, finished.id);
  assert.deepEqual(sources(engine), {
    "user.message": ["connector:web"],
    "route.decision": ["agent:primary"],
    "work_item.created": ["agent:primary"],
    "message.attributed": ["agent:primary"],
    "manager.decision": ["agent:manager"],
    "work_item.understanding": ["agent:manager"],
    "run.started": ["agent:manager"],
    "run.running": ["kernel:runtime"],
    "side_effect.intent": ["agent:worker"],
    "side_effect.result": ["agent:worker"],
    "run.finished": ["agent:worker"],
    "agent.reply": ["agent:manager"],
  });
});

function sources(engine: Engine): Record<string, string[]> {
  const byKind = Map.groupBy(engine.events(), (event) => event.kind);
  return Object.fromEntries(
    [...byKind].map(([kind, events]) => [kind, [...new Set(events.map((e) => e.source))]]),
  );
}

Deno.test("a task has a workspace of its own with TASK.md, made before anybody works in it", async () => {
  await using engine = await openEngine(oneTask);
  await engine.ask("write hello.txt");
  const [item] = engine.work.items.all();
  assert.ok(item !== undefined);
  assert.equal(await Deno.readTextFile(join(item.workspace, "hello.txt")), "hi");
  assert.match(
    await Deno.readTextFile(join(item.workspace, "TASK.md")),
    /^# Hello\n\n(a file|write hello.txt)\n$/,
  );
  for (const { role, cwd } of engine.agent.turns) {
    assert.equal(cwd === item.workspace, role !== "primary", role);
  }
});

Deno.test("every role is told who it is, and its messages as [id] (who) text", async () => {
  await using engine = await openEngine(oneTask);
  const message = await engine.ask("write hello.txt");
  const [primary, manager, worker, again] = engine.agent.turns;
  assert.ok(primary && manager && worker && again);
  for (const { role, charter } of engine.agent.turns) {
    assert.equal(charter.split("\n")[0], `newpi role: ${role}`);
  }
  assert.deepEqual(primary.messages, [{ id: message.id, from: "user", text: "write hello.txt" }]);
  assert.equal(manager.messages[0]?.from, "user");
  assert.match(worker.prompt, /Expected: hello\.txt\nInstructions:\nWRITE$/);
  assert.deepEqual(again.messages.map(({ from, text }) => [from, text]), [["run unverified", "I wrote it"]]);
  assert.match(primary.prompt, /^Now: a good time\n/);
});

Deno.test("a task goes on by itself until its Manager says enough, all under the same message", async () => {
  await using engine = await openEngine({
    ...oneTask,
    manager: ({ last, count }) =>
      count < 3
        ? effects({ type: "spawn", instructions: `step ${count}` })
        : effects({ type: "reply", of: last, reply: "all steps done" }),
  });
  const message = await engine.ask("write hello.txt");
  assert.deepEqual(engine.events("run.started").map((event) => [event.payload.instructions, event.hop]), [
    ["step 0", 1],
    ["step 1", 2],
    ["step 2", 3],
  ]);
  assert.deepEqual(engine.events("agent.reply").map(rootOf), [message.id]);
});

const outcomes = [
  { name: "that worked", answer: { text: "done" }, outcome: "unverified", ok: true, error: null },
  {
    name: "that failed",
    answer: { ok: false, error: "no idea" },
    outcome: "failed",
    ok: false,
    error: "no idea",
  },
  {
    name: "whose agent went away",
    answer: { ok: false, lost: true, error: "gone" },
    outcome: "lost",
    ok: false,
    error: "gone",
  },
  {
    name: "whose agent says it was cancelled",
    answer: { ok: false, cancelled: true },
    outcome: "cancelled",
    ok: false,
    error: null,
  },
];
for (const { name, answer, outcome, ok, error } of outcomes) {
  Deno.test(`a run ${name} ends as ${outcome}`, async () => {
    await using engine = await openEngine({ ...oneTask, worker: () => answer });
    await engine.ask("do it");
    const [finished] = engine.events("run.finished");
    assert.deepEqual(
      [finished?.payload.outcome, finished?.payload.ok, finished?.payload.error],
      [outcome, ok, error],
    );
    assert.deepEqual(engine.runs.active(), []);
  });
}

Deno.test("a run whose agent does not even start is told to its owner", async () => {
  await using engine = await openEngine({ primary: oneTask.primary, manager: oneTask.manager });
  await engine.ask("do it");
  const [finished] = engine.events("run.finished");
  assert.deepEqual([finished?.payload.outcome, finished?.payload.error], [
    "failed",
    "the script says nothing for worker",
  ]);
  assert.equal(engine.events("agent.reply").length, 1);
});

Deno.test("a run that breaks the contract of its events ends as failed, once", async () => {
  await using engine = await openEngine({
    ...oneTask,
    worker(turn) {
      turn.emit({ kind: "tool", callId: "1", tool: 7 as unknown as string, input: "" });
      return new Promise(() => {});
    },
  });
  await engine.ask("do it");
  const [finished] = engine.events("run.finished");
  assert.equal(finished?.payload.outcome, "failed");
  assert.match(String(finished?.payload.error), /breaks its contract/);
});

Deno.test("a run can end with a question", async () => {
  await using engine = await openEngine({ ...oneTask, worker: () => "I stopped.\nBLOCKED: Which colour?\n" });
  await engine.ask("paint");
  assert.equal(engine.events("run.finished")[0]?.payload.blocked, "Which colour?");
  assert.match(engine.agent.turns.at(-1)?.prompt ?? "", /Blocked by the question: Which colour\?/);
});
