/** The guard between the real CLIs and their tools. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { CLAUDE, type Cli, CLIS, CODEX, PI, realClis } from "./clis.ts";
import { GUARD, realTests } from "./stage.ts";
import { follow } from "./model/follow.ts";
import { call, say, type Script } from "./model/script.ts";

const eachCli = realTests(await realClis());

eachCli("is refused sudo and goes on", () => follow, async ({ start, server, runDir }) => {
  const run = start({ prompt: "RUN: sudo -n touch made\nRUN: echo after" });
  const result = await run.end();
  assert.deepEqual([result.ok, result.error], [true, null]);
  assert.match(result.text, /after/);
  const [blocked] = run.all("blocked");
  assert.deepEqual([blocked?.callId, blocked?.rule], ["call_1", "privilege.root"]);
  const place = (kind: string) => run.events.findIndex((event) => event.kind === kind);
  assert.ok(place("blocked") < place("tool_result"), "the refusal is told before the answer to its call");
  assert.match(server.turns[1]?.results[0] ?? "", /newpi guard privilege\.root/);
  const steps = (await Deno.readTextFile(join(runDir, "steps.jsonl"))).trim().split("\n");
  assert.deepEqual(steps.map((line) => JSON.parse(line)).map(({ callId, verdict }) => [callId, verdict]), [
    ["call_1", "deny"],
    ["call_2", "pass"],
  ]);
});

eachCli("changes nothing while words of the person wait", () => follow, async ({ start, home, runDir }) => {
  await Deno.writeTextFile(join(runDir, "pending-input"), "");
  const run = start({ prompt: "WRITE made.txt: hi\nSAY: over" });
  const result = await run.end();
  assert.deepEqual([result.ok, result.error], [true, null]);
  assert.deepEqual([...Deno.readDirSync(home.workspace)], []);
});

const broken: { name: string; mode: number; script: string; on: Cli[] }[] = [
  { name: "may not be run", mode: 0o644, script: "exit 2", on: CLIS },
  { name: "crashes", mode: 0o755, script: "exit 70", on: [CLAUDE] },
  { name: "lets everything pass", mode: 0o755, script: `echo '{"block":false}'`, on: [CODEX, PI] },
];
for (const { name, mode, script, on } of broken) {
  eachCli(`is not started with a guard that ${name}`, () => follow, async (stage) => {
    const { start, server, home, runDir } = stage;
    const cmd = join(home.path, "guard");
    await Deno.writeTextFile(cmd, `#!/bin/sh\ncat >/dev/null\n${script}\n`, { mode });
    const result = await start({ guard: { cmd, args: [], runDir } }).end();
    assert.match(result.error ?? "", /^Nothing was started, because the guard does not work/);
    assert.equal(server.requests.length, 0);
  }, on);
}

/** Refuses the self-test of newpi and forgets to report every other call, which it lets pass. */
const FORGETFUL = `#!/bin/sh
input=$(cat)
case $input in
  *newpi-self-test*) printf '%s' "$input" | "${GUARD.cmd}" ${GUARD.args.join(" ")} "$@" ;;
  *) case $2 in pi) echo '{"block":false}' ;; esac ;;
esac
`;

eachCli("fails when it used a tool that the guard does not know of", () => follow, async (stage) => {
  const cmd = join(stage.home.path, "guard");
  await Deno.writeTextFile(cmd, FORGETFUL, { mode: 0o755 });
  const run = stage.start({
    prompt: "RUN: echo hi\nSAY: over",
    guard: { cmd, args: [], runDir: stage.runDir },
  });
  const { ok, lost, error } = await run.end();
  assert.deepEqual([ok, lost], [false, false]);
  assert.match(error ?? "", /the guard was not asked/);
});

const types: Script = ({ talk }) => {
  const [id] = talk.flatMap((said) => said.by === "tool" ? /session ID (\d+)/.exec(said.text) ?? [] : [])
    .slice(1);
  if (id !== undefined) return [call("write_stdin", { session_id: Number(id), chars: "touch made\n" })];
  return talk.some(({ by }) => by === "tool")
    ? [say("over")]
    : [call("exec_command", { cmd: "cat", tty: true, yield_time_ms: 250 })];
};

eachCli("fails when it types into an open terminal", () => types, async ({ start }) => {
  const { ok, lost, error } = await start().end();
  assert.deepEqual([ok, lost], [false, false]);
  assert.match(error ?? "", /typed into an open terminal/);
}, [CODEX]);
