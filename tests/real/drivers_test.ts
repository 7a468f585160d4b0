/** The drivers with the real CLIs: work, words in the middle of it, stopping, going on. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { CODEX_MODEL, PI_MODEL } from "./cli_home.ts";
import { CLAUDE, realClis } from "./clis.ts";
import { HOLDING_COMMAND, isHeld, letGo } from "./held_tool.ts";
import { realTests, usageOf } from "./stage.ts";
import { follow } from "./model/follow.ts";
import { hang, say, type Script, shell } from "./model/script.ts";

const eachCli = realTests(await realClis());

/** Holds a tool open, then tells what the user said last. */
const holds: Script = ({ talk, user }) =>
  talk.some(({ by }) => by === "tool") ? [say(`Heard "${user}".`)] : [shell(HOLDING_COMMAND)];

eachCli("writes a file and runs a command", () => follow, async ({ start, cli, home }) => {
  const run = start({ prompt: "WRITE hello.txt: hi\nRUN: echo $((6 * 7))" });
  const result = await run.end();
  assert.deepEqual([result.ok, result.error, result.toolCalls], [true, null, 2]);
  assert.match(result.text, /42/);
  assert.equal((await Deno.readTextFile(join(home.workspace, "hello.txt"))).trim(), "hi");
  assert.deepEqual(result.usage, usageOf(cli, 3));

  const { sessionId } = result;
  assert.deepEqual(run.all("session"), [{ kind: "session", sessionId, version: cli.version }]);
  assert.deepEqual(run.all("taken").map(({ messageId }) => messageId), [run.messageId]);
  assert.equal(run.all("text").map(({ text }) => text).join(""), result.text);
  assert.equal(run.all("delta").map(({ text }) => text).join(""), result.text);
  const calls = run.events.flatMap((event) => "callId" in event ? [`${event.kind} ${event.callId}`] : []);
  assert.deepEqual(calls, ["tool call_1", "tool_result call_1", "tool call_2", "tool_result call_2"]);
});

const MODELS = { claude: "claude-opus-4-8", codex: CODEX_MODEL, pi: PI_MODEL };

eachCli(
  "asks the model that it was told",
  () => () => [say("Nice.")],
  async (stage) => {
    const { start, server, cli } = stage;
    const result = await start({ model: MODELS[cli.kind], effort: "high" }).end();
    assert.deepEqual([result.ok, result.text], [true, "Nice."]);
    assert.deepEqual(server.turns.map(({ model, effort }) => [model, effort]), [[MODELS[cli.kind], "high"]]);
  },
);

eachCli("takes a message into the turn that runs", () => holds, async ({ start, server, home }) => {
  const run = start();
  await isHeld(home.workspace);
  const later = crypto.randomUUID();
  assert.equal(await run.session.steer("And hurry", later), true);
  await letGo(home.workspace);
  const result = await run.end();
  assert.deepEqual([result.ok, result.text], [true, 'Heard "And hurry".']);
  assert.deepEqual(run.all("taken").map(({ messageId }) => messageId), [run.messageId, later]);
  assert.equal(server.turns.length, 2, "the message did not start a turn of its own");
  assert.equal(await run.session.steer("Too late", crypto.randomUUID()), false);
});

eachCli("ends a tool when it is interrupted", () => holds, async ({ start, home }) => {
  const run = start();
  await isHeld(home.workspace);
  const asked = performance.now();
  await run.session.interrupt();
  const result = await run.end();
  assert.deepEqual([result.ok, result.cancelled, result.lost, result.error], [false, true, false, null]);
  assert.ok(performance.now() - asked < 10_000);
});

eachCli(
  "goes on with a session under a new charter",
  () => ({ user }) => [say(`${user}?`)],
  async (stage) => {
    const { start, server, cli } = stage;
    const first = await start({ role: "manager", charter: "newpi role: manager\nOld.", prompt: "One" }).end();
    assert.deepEqual([first.ok, first.text], [true, "One?"]);
    const resume = first.sessionId ?? "";
    const charter = "newpi role: manager\nNew.";
    const second = await start({ role: "manager", charter, prompt: "Two", resume }).end();
    assert.deepEqual([second.ok, second.text, second.sessionId], [true, "Two?", first.sessionId]);
    assert.deepEqual(second.usage, usageOf(cli, 1), "what the first process used is not counted again");
    const asked = server.turns.at(-1);
    assert.deepEqual(asked?.talk.map((said) => "text" in said ? said.text : ""), ["One", "One?", "Two"]);
    assert.match(asked?.system ?? "", /New\./);
    assert.doesNotMatch(asked?.system ?? "", /Old\./);
  },
);

eachCli("says that a session is not known", () => follow, async ({ start, server }) => {
  const result = await start({ resume: crypto.randomUUID() }).end();
  assert.deepEqual([result.ok, result.resumeLost], [false, true]);
  assert.notEqual(result.error, null);
  assert.equal(server.turns.length, 0);
});

eachCli("lets no second run go on with a session at work", () => () => [say("Half"), hang], async (stage) => {
  const first = stage.start();
  const { sessionId } = await first.until("session");
  await stage.server.turn(() => true);
  const second = await stage.start({ resume: sessionId }).end();
  assert.match(second.error ?? "", /at work in another run/);
  await first.session.kill();
  const killed = await first.end();
  assert.deepEqual([killed.ok, killed.lost], [false, true]);
}, [CLAUDE]);
