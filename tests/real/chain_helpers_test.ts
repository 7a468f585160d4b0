/**
 * What a CLI does beside its own words, through the compiled newpi: helpers and commands in the background that are
 * heard after the first result, with what they have used, and commands that would stay.
 */
import assert from "node:assert/strict";
import { join } from "@std/path";
import type { WorkItemList } from "../../internal/contract/work.ts";
import { type Chain, chainTests, DEMO, eventually } from "./chain.ts";
import { CLAUDE, OLD_CLAUDE, realClis } from "./clis.ts";
import { HOLDING_COMMAND, letGo } from "./held_tool.ts";
import { call, say, type Script, shell, type Turn, wait } from "./model/script.ts";
import { usageOf } from "./stage.ts";

const eachCli = chainTests(await realClis());

const onlyWorker = { primary: DEMO, manager: DEMO };
const BEGIN = "SAY: begin";

/** The run of a message: its last words, and what the person reads. */
async function wordsOf(chain: Chain, id: string) {
  await chain.settled(id);
  const [finished, ...more] = await chain.events("run.finished");
  assert.deepEqual([finished?.payload.error, more.length], [null, 0]);
  const replies = (await chain.events("agent.reply")).map(({ payload }) => payload.text);
  return { summary: finished?.payload.summary, usage: finished?.payload.usage, replies };
}

const TASK = "Count the sheep";

/**
 * @param isBackground The helper answers once its owner has spoken; in the foreground it would wait for an owner that
 * waits for it.
 */
function delegates(isBackground: boolean): Script {
  const spoken = Promise.withResolvers<void>();
  return ({ user, talk }) => {
    const last = talk.at(-1);
    if (user === TASK) {
      if (last?.by !== "tool") return [shell("echo seven")];
      return [...isBackground ? [wait(spoken.promise)] : [], say(`${last.text.trim()} sheep.`)];
    }
    if (last?.by === "user") {
      return [call("Agent", { description: "counts", prompt: TASK, subagent_type: "general-purpose" })];
    }
    spoken.resolve();
    const text = last !== undefined && "text" in last ? last.text : "";
    return [say(/seven sheep/.exec(text)?.[0] ?? "A helper counts.")];
  };
}

/** In the talk of a last request: the words by which the first turn ended, and the news that began the next one. */
function endedBefore({ talk }: Turn, words: string): boolean {
  const ended = talk.findIndex((said) => said.by === "model" && said.text === words);
  return ended >= 0 && talk.slice(ended).some(({ by }) => by === "note");
}

for (const cli of [CLAUDE, OLD_CLAUDE]) {
  const isBackground = cli === CLAUDE;
  eachCli(
    `waits for a helper in the ${isBackground ? "background" : "foreground"}`,
    () => ({ script: delegates(isBackground), roles: onlyWorker }),
    async (chain) => {
      const { summary, usage, replies } = await wordsOf(chain, await chain.say(BEGIN));
      assert.deepEqual([summary, replies], ["seven sheep", ["seven sheep"]]);
      assert.deepEqual(usage, usageOf(cli, chain.server.turns.length));
      const last = chain.server.turns.at(-1);
      assert.equal(last !== undefined && endedBefore(last, "A helper counts."), isBackground);
    },
    [cli],
  );
}

const background: Script = ({ talk }) => {
  const last = talk.at(-1);
  if (last?.by === "user") return [call("Bash", { command: HOLDING_COMMAND, run_in_background: true })];
  return [say(last?.by === "note" ? "The command is done." : "A command runs.")];
};

eachCli(
  "waits for a command in the background",
  () => ({ script: background, roles: onlyWorker }),
  async (chain) => {
    const id = await chain.say(BEGIN);
    await chain.server.turn(({ talk }) => talk.at(-1)?.by === "tool");
    const { items: [card] } = await chain.newpi.call<WorkItemList>("GET", "/api/work-items");
    const workspace = card?.item.workspace ?? "";
    await eventually("the command runs", () => Deno.stat(join(workspace, "held")).catch(() => undefined));
    await letGo(workspace);
    const { summary, usage, replies } = await wordsOf(chain, id);
    assert.deepEqual([summary, replies], ["The command is done.", ["The command is done."]]);
    assert.deepEqual(usage, usageOf(chain.cli, chain.server.turns.length));
    const last = chain.server.turns.at(-1);
    assert.ok(last !== undefined && endedBefore(last, "A command runs."));
  },
  [CLAUDE, OLD_CLAUDE],
);

eachCli(
  "ends with a run what one of its commands has left",
  () => ({ roles: onlyWorker }),
  async (chain) => {
    await chain.settled(await chain.say("RUN: setsid sleep 600 </dev/null >/dev/null 2>&1 & echo left $!"));
    const [answer] = await chain.events("side_effect.result");
    assert.match(String(answer?.payload.output), /left \d+/);
    assert.equal((await chain.events("run.finished"))[0]?.payload.ok, true);
    await chain.alone();
  },
);
