/** Helpers that claude starts: their work belongs to the run, also when its first result comes before theirs. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { HOLDING_COMMAND, isHeld, letGo } from "./held_tool.ts";
import { CLAUDE, OLD_CLAUDE, realClis } from "./clis.ts";
import { openStage, usageOf } from "./stage.ts";
import { call, say, type Script, shell, wait } from "./model/script.ts";

const clis = await realClis();

const TASK = "Count the sheep";
const helper = call("Agent", { description: "counts", prompt: TASK, subagent_type: "general-purpose" });

/** The helper runs a command and answers late; its owner speaks before, if it can, and passes the answer on. */
function delegates(answerLate: Promise<void>): Script {
  return ({ user, talk }) => {
    const last = talk.at(-1);
    if (user === TASK) {
      return last?.by === "tool"
        ? [wait(answerLate), say(`${last.text.trim()} sheep.`)]
        : [shell("echo seven")];
    }
    if (last?.by === "user") return [helper];
    const text = last !== undefined && "text" in last ? last.text : "";
    return [say(/seven sheep/.exec(text)?.[0] ?? "A helper counts.")];
  };
}

const cases = [
  {
    cli: CLAUDE,
    does: "waits for a helper in the background",
    says: ["A helper counts.", "seven sheep"],
  },
  { cli: OLD_CLAUDE, does: "counts what a helper in the foreground did", says: ["seven sheep"] },
];
for (const { cli, does, says } of cases) {
  Deno.test({
    name: `${cli.kind} ${cli.version} ${does}`,
    ignore: clis === null,
    async fn() {
      const late = Promise.withResolvers<void>();
      await using stage = await openStage(cli, clis ?? [], delegates(late.promise));
      const run = stage.start();
      if (says.length > 1) await run.until("text");
      late.resolve();
      const result = await run.end();
      assert.deepEqual([result.ok, result.error, result.text], [true, null, says.at(-1)]);
      assert.deepEqual(run.all("text").map(({ text }) => text), says);
      assert.deepEqual(result.usage, usageOf(cli, stage.server.turns.length));
      const command = run.all("tool").find(({ tool }) => tool === "Bash");
      assert.ok(command?.helper !== undefined, "the command is known as the helper's");
      const steps = await Deno.readTextFile(join(stage.runDir, "steps.jsonl"));
      assert.ok(steps.includes(`"${command.callId}"`), "the guard was asked about it");
    },
  });
}

const inBackground = call("Bash", {
  command: HOLDING_COMMAND,
  run_in_background: true,
});

const startsCommand: Script = ({ talk }) => {
  const last = talk.at(-1);
  if (last?.by === "user") return [inBackground];
  return [say(last?.by === "note" ? "The command is done." : "A command runs.")];
};

for (const cli of [CLAUDE, OLD_CLAUDE]) {
  Deno.test({
    name: `${cli.kind} ${cli.version} waits for a command in the background`,
    ignore: clis === null,
    async fn() {
      await using stage = await openStage(cli, clis ?? [], startsCommand);
      const run = stage.start();
      await run.until("text");
      await isHeld(stage.home.workspace);
      await letGo(stage.home.workspace);
      const result = await run.end();
      assert.deepEqual([result.ok, result.error, result.text], [true, null, "The command is done."]);
      assert.deepEqual(result.usage, usageOf(cli, 3));
    },
  });
}
