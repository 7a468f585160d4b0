/**
 * How runs of the real CLIs end when something goes wrong: each with its reason, in time, and with nothing left. What a
 * person hears of other failures is in `chain_failures_test.ts`.
 */
import assert from "node:assert/strict";
import { realClis } from "./clis.ts";
import { HOLDING_COMMAND, isHeld } from "./held_tool.ts";
import { realTests } from "./stage.ts";
import { cut, hang, refuse, say, type Script, shell } from "./model/script.ts";

const BOUND_MS = 15_000;

const eachCli = realTests(await realClis());

eachCli(
  "fails with the reason of a request that is refused",
  () => () => [refuse(400, "no such model")],
  async ({ start }) => {
    const { ok, lost, cancelled, error, durationMs } = await start().end();
    assert.deepEqual([ok, lost, cancelled], [false, false, false]);
    assert.match(error ?? "", /no such model/);
    assert.ok(durationMs < BOUND_MS, `took ${durationMs} ms`);
  },
);

eachCli(
  "fails when the model falls silent for too long",
  () => () => [say("Half"), hang],
  async ({ start }) => {
    const { ok, lost, error, durationMs } = await start({ timeoutMs: 3000 }).end();
    assert.deepEqual([ok, lost, error], [false, false, "The agent did not finish within 3 seconds"]);
    assert.ok(durationMs < BOUND_MS, `took ${durationMs} ms`);
  },
);

const works: Script = () => [shell(HOLDING_COMMAND)];

eachCli("is lost when it aborts in the middle of a tool", () => works, async (stage) => {
  const run = stage.start();
  await run.until("tool");
  await isHeld(stage.home.workspace);
  const at = performance.now();
  Deno.kill(run.session.pid, "SIGABRT");
  const { ok, lost, cancelled, error, sessionId } = await run.end();
  assert.deepEqual([ok, lost, cancelled], [false, true, false]);
  assert.match(error ?? "", /ended without a result/);
  assert.notEqual(sessionId, null);
  assert.equal(run.all("tool_result").at(-1)?.missing, "cut_off");
  assert.ok(performance.now() - at < BOUND_MS);
});

const breaksOnce = (): Script => {
  let asked = 0;
  return () => asked++ === 0 ? [say("Half"), cut] : [say("Whole.")];
};

eachCli("goes on or says why when the connection breaks", breaksOnce, async ({ start }) => {
  const { ok, text, error } = await start().end();
  if (ok) assert.match(text, /Whole\./);
  else assert.match(error ?? "", /connection/i);
});
