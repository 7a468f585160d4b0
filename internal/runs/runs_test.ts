import assert from "node:assert/strict";
import { said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import { newId } from "../kernel/ids.ts";
import { openRuns, type RunEnd, type Runs } from "./mod.ts";

const END: RunEnd = {
  outcome: "unverified",
  durationMs: 5,
  toolCalls: 2,
  summary: "done",
  error: null,
  blocked: null,
  usage: null,
  source: "agent:worker",
};
const workItemId = newId("wi_");

async function withRun() {
  const test: TestDatabase = await testDatabase();
  const runs: Runs = openRuns(test.db, test.log);
  const root = test.append(said("hi")).id;
  const order = {
    workItemId,
    threadId: newId("th_"),
    owner: `manager:${workItemId}`,
    runAs: { agent: "demo" },
    instructions: "work",
    expect: "a file",
    root,
    causedBy: root,
    hop: 3,
  } as const;
  const { id } = test.db.tx(() => runs.queueWorker(order));
  const tx = <T>(fn: () => T) => test.db.tx(fn);
  const kinds = () => test.log.list({ run: id })?.events.map((event) => event.kind);
  return { ...test, runs, id, root, tx, kinds, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

Deno.test("a worker run goes from its order to its end, each step a row and an event", async () => {
  await using test = await withRun();
  const { runs, id, root, tx, kinds, log } = test;
  const steps = () => [runs.get(id).status, runs.get(id).outcome];
  assert.deepEqual(steps(), ["queued", null]);
  assert.deepEqual([runs.order(id).instructions, runs.order(id).expect], ["work", "a file"]);
  tx(() => runs.startWorker(id));
  assert.deepEqual(steps(), ["running", null]);
  const finished = tx(() => runs.finishWorker(id, END));
  assert.deepEqual(steps(), ["finished", "unverified"]);
  assert.deepEqual(kinds(), ["run.started", "run.running", "run.finished"]);
  assert.deepEqual([finished?.mailbox, finished?.hop, finished?.payload.root], [
    `manager:${workItemId}`,
    4,
    root,
  ]);
  assert.deepEqual([runs.active(), runs.activeOf(workItemId)], [[], []]);
  assert.equal(log.countOfKind(id, "run.finished"), 1);
});

Deno.test("a run ends once, and the second end says nothing", async () => {
  await using test = await withRun();
  const { runs, id, tx, kinds } = test;
  tx(() => runs.finishWorker(id, END));
  assert.equal(tx(() => runs.finishWorker(id, { ...END, outcome: "failed" })), undefined);
  assert.equal(runs.get(id).outcome, "unverified");
  assert.deepEqual(kinds(), ["run.started", "run.finished"]);
});

Deno.test("a run that was cancelled ends as cancelled, whatever its end says, and is noted once", async () => {
  await using test = await withRun();
  const { runs, id, tx, kinds } = test;
  tx(() => runs.cancelWorker(id, "the person stopped it"));
  tx(() => runs.cancelWorker(id, "again"));
  assert.equal(runs.isCancelled(id), true);
  const finished = tx(() => runs.finishWorker(id, END));
  assert.deepEqual([finished?.payload.outcome, finished?.payload.ok], ["cancelled", false]);
  assert.deepEqual(kinds(), ["run.started", "run.cancelled", "run.finished"]);
});

Deno.test("a run starts once", async () => {
  await using test = await withRun();
  const { runs, id, tx } = test;
  tx(() => runs.startWorker(id));
  assert.throws(() => tx(() => runs.startWorker(id)), RangeError);
});

for (
  const [outcome, ok] of [["succeeded", true], ["unverified", true], ["partially_succeeded", false], [
    "failed",
    false,
  ], ["lost", false]] as const
) {
  Deno.test(`a run that ended as ${outcome} is ${ok ? "" : "not "}ok`, async () => {
    await using test = await withRun();
    const { runs, id, tx } = test;
    assert.equal(tx(() => runs.finishWorker(id, { ...END, outcome }))?.payload.ok, ok);
  });
}

Deno.test("a run's last words are kept up to a length, with a note of what is gone", async () => {
  await using test = await withRun();
  const { runs, id, tx } = test;
  const summary = String(
    tx(() => runs.finishWorker(id, { ...END, summary: "x".repeat(250_000) }))?.payload.summary,
  );
  assert.match(summary, /x\n\n\[50000 characters left out\]$/);
});

Deno.test("a turn has a row and no event of its own", async () => {
  await using test = await withRun();
  const { runs, root, tx, log } = test;
  const before = log.latestSeq();
  const id = tx(() => runs.startTurn({ workItemId: null, owner: "primary", runAs: { agent: "demo" }, root }));
  assert.equal(runs.get(id).status, "running");
  assert.deepEqual(runs.activeOf(workItemId).map((run) => run.kind), ["worker"], "a turn is no work");
  tx(() => runs.finishTurn(id, "lost"));
  assert.equal(runs.get(id).outcome, "lost");
  assert.equal(log.latestSeq(), before);
});

Deno.test("an unknown run is refused", async () => {
  await using test = await withRun();
  const { runs } = test;
  const id = newId("run_");
  for (const ask of [() => runs.get(id), () => runs.order(id), () => runs.runAs(id)]) {
    assert.throws(ask, { code: "RUN_NOT_FOUND" });
  }
});
