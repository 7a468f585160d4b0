import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { effects, gate, type Script, toolCall } from "../../tests/support/scripted_driver.ts";
import { untilEvent, untilTrue } from "../../tests/support/until.ts";
import { rootOf } from "./items.ts";

const script: Script = {
  primary: ({ messages }) =>
    effects(
      ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
    ),
  manager: ({ messages, last }) =>
    messages[0]?.from === "user"
      ? effects({ type: "spawn", instructions: "work" })
      : effects({ type: "reply", of: last, reply: `it was ${messages[0]?.from}` }),
};

/** From here on only small things find a place. */
function fill({ db }: Engine): void {
  const [pages] = db.prepare("PRAGMA page_count").value<[number]>() ?? [0];
  db.exec(`PRAGMA max_page_count = ${pages}`);
}
const makeSpace = ({ db }: Engine) => db.exec("PRAGMA max_page_count = 1000000");

Deno.test("a run that ends while there is no space ends once there is, and its owner hears of it", async () => {
  const working = gate();
  await using engine = await openEngine({
    ...script,
    worker: async () => {
      await working.pass();
      return "x".repeat(100_000);
    },
  });
  const message = engine.submit({ text: "task" });
  await working.reached;
  fill(engine);
  working.open();
  await engine.logged("the end of a run could not be stored");
  assert.deepEqual(engine.events("run.finished"), []);
  assert.equal(engine.work.settled(message.id), false);
  makeSpace(engine);
  engine.submit({ text: "another task" });
  await engine.settled(message);
  const [finished] = engine.events("run.finished").filter((event) => rootOf(event) === message.id);
  assert.deepEqual([finished?.payload.outcome, String(finished?.payload.summary).length], [
    "unverified",
    100_000,
  ]);
});

Deno.test("a run whose steps find no space fails, says why, and leaves no agent", async () => {
  const working = gate();
  await using engine = await openEngine({
    ...script,
    worker: async (turn) => {
      await working.pass();
      for (let i = 0; i < 200; i++) toolCall(turn, "Read", "x".repeat(500), "y".repeat(500));
      return "done";
    },
  });
  const message = engine.submit({ text: "task" });
  await working.reached;
  fill(engine);
  working.open();
  await engine.logged("a run failed");
  makeSpace(engine);
  engine.submit({ text: "another task" });
  await engine.settled(message);
  const [finished] = engine.events("run.finished").filter((event) => rootOf(event) === message.id);
  assert.equal(finished?.payload.outcome, "failed");
  assert.match(String(finished?.payload.error), /no space left/);
});

Deno.test("a run that could not be ended before the runtime ended is lost at the next start", async () => {
  const working = gate();
  await using engine = await openEngine({
    ...script,
    worker: async () => {
      await working.pass();
      return "x".repeat(100_000);
    },
  });
  const message = engine.submit({ text: "task" });
  await working.reached;
  fill(engine);
  working.open();
  await engine.logged("the end of a run could not be stored");
  await using next = await engine.restart(script);
  await next.settled(message);
  assert.deepEqual(next.events("run.finished").map((event) => event.payload.outcome), ["lost"]);
});

Deno.test("a cancel of a waiting run is true although its end finds no space yet", async () => {
  const working = gate();
  await using engine = await openEngine({
    ...script,
    worker: async () => {
      await working.pass();
      return "done";
    },
  }, { limits: { maxWorkers: 1 } });
  const first = engine.submit({ text: "first" });
  await working.reached;
  const second = engine.submit({ text: "second" });
  const started = await untilEvent(
    engine.log,
    (event) => event.kind === "run.started" && rootOf(event) === second.id,
  );
  await untilTrue(engine.log, () => engine.work.counts().runs.queued === 1);
  engine.db.exec(
    "CREATE TEMP TRIGGER t BEFORE INSERT ON events WHEN NEW.kind = 'run.finished' BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
  );
  assert.deepEqual(engine.work.cancel(started.workItemId ?? ""), [started.runId]);
  engine.db.exec("DROP TRIGGER t");
  const third = engine.submit({ text: "third" });
  await engine.settled(second);
  const [finished] = engine.events("run.finished");
  assert.deepEqual([finished?.runId, finished?.payload.outcome], [started.runId, "cancelled"]);
  working.open();
  for (const message of [first, third]) await engine.settled(message);
});
