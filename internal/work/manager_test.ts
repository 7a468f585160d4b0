import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script } from "../../tests/support/scripted_driver.ts";
import { untilEvent, untilTrue } from "../../tests/support/until.ts";
import { newId } from "../kernel/ids.ts";
import { rootOf } from "./items.ts";

const makeTasks: Script["primary"] = ({ messages }) =>
  effects(
    ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
  );
const spawn: Script["manager"] = () => effects({ type: "spawn", instructions: "work" });
const itemId = (engine: Engine, index = 0) => engine.work.items.all()[index]?.id ?? "";
const kinds = (engine: Engine) => engine.events().map((event) => event.kind);

/** A worker that works until it is told to stop or the test lets it end. */
function longWork(answer = "done") {
  const working = gate();
  const worker: Script["worker"] = async () => {
    await working.pass();
    return answer;
  };
  return { working, worker };
}

Deno.test("a running run that is cancelled is cancelled, whatever its agent says, and nobody is asked about it", async () => {
  const { working, worker } = longWork("I am done, all is fine");
  await using engine = await openEngine({ primary: makeTasks, manager: spawn, worker });
  const message = engine.submit({ text: "task" });
  await working.reached;
  const turns = engine.agent.turns.length;
  assert.deepEqual(
    engine.work.cancel(itemId(engine)),
    engine.events("run.started").map((event) => event.runId),
  );
  working.open();
  await engine.settled(message);
  const [cancelled] = engine.events("run.cancelled");
  const [finished] = engine.events("run.finished");
  const [reply, ...others] = engine.events("agent.reply");
  assert.deepEqual([finished?.payload.outcome, finished?.payload.ok], ["cancelled", false]);
  assert.ok(cancelled && finished && cancelled.seq < finished.seq);
  assert.deepEqual(reply?.payload.notices, [{ key: "runCancelled" }]);
  assert.deepEqual([reply?.source, reply?.payload.root], ["kernel:runtime", message.id]);
  assert.deepEqual(others, []);
  assert.equal(engine.agent.turns.length, turns, "no model was asked");
});

Deno.test("a run whose agent says it is done after the cancel was noted is cancelled", async () => {
  const { working, worker } = longWork();
  await using engine = await openEngine({ primary: makeTasks, manager: spawn, worker });
  const message = engine.submit({ text: "task" });
  await working.reached;
  engine.db.tx(() =>
    engine.runs.cancelWorker(engine.events("run.started")[0]?.runId ?? "", "noted, not yet done")
  );
  working.open();
  await engine.settled(message);
  assert.equal(engine.events("run.finished")[0]?.payload.outcome, "cancelled");
});

Deno.test("a queued run that is cancelled ends without having begun", async () => {
  const { working, worker } = longWork();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" })
        : effects({ type: "reply", of: last, reply: "ok" }),
    worker,
  }, { limits: { maxWorkers: 1 } });
  const first = engine.submit({ text: "first" });
  await working.reached;
  const second = engine.submit({ text: "second" });
  await untilEvent(engine.log, (event) => event.kind === "run.started" && rootOf(event) === second.id);
  assert.deepEqual(engine.work.counts().runs, { running: 1, queued: 1 });
  engine.work.cancel(itemId(engine, 1));
  await engine.settled(second);
  assert.deepEqual(engine.work.counts().runs, { running: 1, queued: 0 });
  const ofSecond = engine.events().filter((event) => event.workItemId === itemId(engine, 1)).map((event) =>
    event.kind
  );
  assert.deepEqual(ofSecond.slice(-4), ["run.started", "run.cancelled", "run.finished", "agent.reply"]);
  working.open();
  await engine.settled(first);
  assert.equal(engine.agent.turns.filter(({ role }) => role === "worker").length, 1);
});

Deno.test("cancelling a task where nothing runs is refused and leaves no event", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ last }) => effects({ type: "reply", of: last, reply: "ok" }),
  });
  await engine.ask("task");
  const before = engine.events().length;
  assert.throws(() => engine.work.cancel(itemId(engine)), { code: "NOTHING_RUNNING" });
  assert.throws(() => engine.work.cancel(newId("wi_")), { code: "WORK_ITEM_NOT_FOUND" });
  assert.equal(engine.events().length, before);
});

Deno.test("cancelling twice notes it once", async () => {
  const { working, worker } = longWork();
  await using engine = await openEngine({ primary: makeTasks, manager: spawn, worker });
  const message = engine.submit({ text: "task" });
  await working.reached;
  engine.work.cancel(itemId(engine));
  engine.work.cancel(itemId(engine));
  await engine.settled(message);
  assert.equal(engine.events("run.cancelled").length, 1);
  assert.equal(engine.events("run.finished").length, 1);
  working.open();
});

Deno.test("no more runs work at once than allowed, the rest in the order in which they were ordered", async () => {
  let atWork = 0;
  let most = 0;
  const working = gate();
  const two = Promise.withResolvers<void>();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" })
        : effects({ type: "reply", of: last, reply: "ok" }),
    worker: async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      if (atWork === 2) two.resolve();
      await working.pass();
      atWork -= 1;
      return "done";
    },
  }, { limits: { maxWorkers: 2 } });
  const messages = ["a", "b", "c", "d", "e"].map((text) => engine.submit({ text }));
  await two.promise;
  await untilTrue(engine.log, () => engine.work.counts().runs.queued === 3);
  working.open();
  for (const message of messages) await engine.settled(message);
  assert.equal(most, 2);
  const order = (kind: string) => engine.events(kind).map((event) => event.runId);
  assert.deepEqual(order("run.running"), order("run.started"));
});

Deno.test("a Manager's question reaches the person, and the answer its Manager", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.from === "answer"
        ? effects({ type: "reply", of: last, reply: `painted ${messages[0].text}` })
        : effects({
          type: "escalate",
          question: "Which colour?",
          tried: "red",
          options: ["  red ", "blue", "red", "", "x".repeat(100), "green", "grey", "pink"],
        }),
  });
  const message = await engine.ask("paint");
  const [question] = engine.events("escalation");
  assert.deepEqual(question?.payload, {
    reason: "question",
    question: "Which colour?",
    of: engine.events("user.message")[1]?.id,
    root: message.id,
    path: [{ workItemId: itemId(engine), title: "paint", tried: "red" }],
    options: ["red", "blue", "x".repeat(80), "green", "grey"],
  });
  assert.deepEqual([question?.threadId, question?.workItemId], ["main", itemId(engine)]);
  const answer = await engine.ask("blue", { replyTo: question?.id });
  const copy = engine.events("user.message").at(-1);
  assert.deepEqual([copy?.payload.answers, copy?.payload.of], [question?.id, answer.id]);
  assert.equal(engine.events("agent.reply")[0]?.payload.text, "painted blue");
});

Deno.test("a single option is no choice and is left out", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: () => effects({ type: "escalate", question: "Go?", options: ["yes", "yes"] }),
  });
  await engine.ask("paint");
  assert.equal(engine.events("escalation")[0]?.payload.options, undefined);
});

Deno.test("a chain that goes on by itself too long asks the person, and says nothing else of that turn", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ last }) =>
      effects({ type: "spawn", instructions: "more" }, {
        type: "reply",
        of: last,
        reply: "I started the next step",
      }),
    worker: () => "did a step",
  }, { limits: { maxHops: 4 } });
  const message = await engine.ask("count to infinity");
  const runs = engine.events("run.started").length;
  assert.equal(runs, 3);
  assert.equal(engine.events("agent.reply").length, runs, "no reply of the turn whose run was refused");
  const [question] = engine.events("escalation");
  assert.deepEqual(
    [
      question?.payload.reason,
      question?.payload.limit,
      question?.payload.blockedKind,
      question?.payload.root,
    ],
    ["budget", 4, "run.started", message.id],
  );
  assert.equal(kinds(engine).at(-1), "escalation");
  assert.ok(engine.events("run.finished").every((event) => event.mailbox !== null), "results always arrive");
});

Deno.test("the person's answer lets a chain go on from the beginning", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last }) =>
      messages[0]?.text === "enough"
        ? effects({ type: "reply", of: last, reply: "stopped" })
        : effects({ type: "spawn", instructions: "more" }),
    worker: () => "did a step",
  }, { limits: { maxHops: 3 } });
  await engine.ask("count");
  const before = engine.events("run.started").length;
  await engine.ask("go on", { replyTo: engine.events("escalation")[0]?.id });
  assert.equal(
    engine.events("run.started").length - before,
    before + 1,
    "one more, since nothing stood between",
  );
  assert.equal(engine.events("escalation").length, 2);
  await engine.ask("enough", { replyTo: engine.events("escalation")[1]?.id });
  assert.equal(engine.events("agent.reply").at(-1)?.payload.text, "stopped");
});

Deno.test("a result that is further from the person's words than any message may be is delivered", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ last }) => effects({ type: "reply", of: last, reply: "ok" }),
  }, {
    limits: { maxHops: 2 },
  });
  const message = await engine.ask("task");
  const workItemId = itemId(engine);
  engine.db.tx(() => {
    const { id } = engine.runs.queueWorker({
      ...orderFor(engine, workItemId),
      root: message.id,
      causedBy: message.id,
      hop: 25,
    });
    engine.runs.finishWorker(id, {
      outcome: "lost",
      durationMs: 0,
      toolCalls: 0,
      summary: "",
      error: null,
      blocked: null,
      usage: null,
      source: "test",
    });
  });
  await engine.settled(message);
  const [finished] = engine.events("run.finished");
  assert.deepEqual([finished?.hop, finished?.mailbox], [26, `manager:${workItemId}`]);
  assert.equal(engine.agent.turns.at(-1)?.messages[0]?.from, "run lost");
});

function orderFor(engine: Engine, workItemId: string) {
  const { threadId } = engine.work.items.get(workItemId);
  return {
    workItemId,
    threadId,
    owner: `manager:${workItemId}`,
    agent: "demo",
    runAs: { agent: "demo" },
    instructions: "x",
    expect: "",
  } as const;
}

Deno.test("a Manager answers each message of a batch under that message, and unknown ones under the last", async () => {
  const thinking = gate();
  await using engine = await openEngine({
    primary: makeTasks,
    manager: async ({ messages, count }) => {
      if (count === 0) await thinking.pass();
      return effects(
        ...messages.map(({ id, text }) => ({ type: "reply", of: id, reply: `re ${text}` })),
        { type: "reply", of: newId("ev_"), reply: "re nothing" },
        { type: "reply", reply: "re all" },
      );
    },
  });
  const first = engine.submit({ text: "task" });
  await thinking.reached;
  const rest = ["a", "b"].map((text) => engine.submit({ text, target: itemId(engine) }));
  thinking.open();
  for (const message of [first, ...rest]) await engine.settled(message);
  const [a, b] = rest.map(({ id }) =>
    engine.events("agent.reply").filter((event) => rootOf(event) === id).map((event) => event.payload.text)
  );
  assert.deepEqual([a, b], [["re a"], ["re b", "re nothing", "re all"]]);
});

Deno.test("two spawns of one turn are asked for again, since one worker works on a task", async () => {
  await using engine = await openEngine({
    primary: makeTasks,
    manager: ({ messages, last, count }) => {
      if (messages[0]?.from !== "user") return effects({ type: "reply", of: last, reply: "ok" });
      const both = [{ type: "spawn", instructions: "one" }, { type: "spawn", instructions: "two" }];
      return count === 0 ? effects(...both) : effects({ type: "spawn", instructions: "one and two" });
    },
    worker: () => "done",
  });
  await engine.ask("task");
  assert.deepEqual(engine.events("run.started").map((event) => event.payload.instructions), ["one and two"]);
  assert.match(engine.agent.turns[2]?.prompt ?? "", /more than one spawn/);
});
