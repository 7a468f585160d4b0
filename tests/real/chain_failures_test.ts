/**
 * What a person hears when a CLI, or the provider behind it, fails in the middle of their work: the reason, in time,
 * once, and with no process left. Through the compiled newpi, with each real CLI.
 */
import assert from "node:assert/strict";
import { join } from "@std/path";
import type { Event } from "../../internal/contract/log.ts";
import { type Chain, chainTests, DEMO, eventually } from "./chain.ts";
import { realClis } from "./clis.ts";
import { installCrashing, killCli, LAST_WORDS } from "./crash.ts";
import { follow } from "./model/follow.ts";
import { type Action, fail, hang, refuse, say, type Script, type Turn } from "./model/script.ts";

const eachCli = chainTests(await realClis());

/** From the start of a run to its end; each waits for retries, a silence or an exit, none for a limit of minutes. */
const BOUND_MS = 45_000;
const SILENCE_SEC = 6;

interface Failure {
  /** Said to the worker, by which its turns are known. */
  word: string;
  does: Action[];
  /** The run ends with it, and so does what the person reads. */
  want: RegExp;
}

const providerFailures: Failure[] = [
  { word: "breaks", does: [refuse(500, "boom")], want: /The provider failed \(500\)/ },
  {
    word: "refused",
    does: [refuse(401, "wrong key")],
    want: /The provider refused the key or the login \(401\)/,
  },
  { word: "hurried", does: [refuse(429, "too fast", 1)], want: /The provider's limit was reached \(429\)/ },
  {
    word: "interrupted",
    does: [say("Half"), fail("Overloaded")],
    want: /Overloaded|Server error mid-response/,
  },
];

const silences: Failure[] = [
  { word: "unanswered", does: [hang], want: /gave no sign for 6 seconds and was stopped/ },
  { word: "stalled", does: [say("Half"), hang], want: /gave no sign for 6 seconds and was stopped/ },
];

const wasTold = ({ talk }: Turn, word: string) =>
  talk.some((said) => said.by === "user" && said.text.includes(word));

/** The worker's provider fails as its task says; all others are answered. */
function failing(failures: Failure[]): Script {
  return (turn) => {
    const failure = turn.role === "worker" ? failures.find(({ word }) => wasTold(turn, word)) : undefined;
    return failure?.does ?? follow(turn);
  };
}

/** What a message led to: the one end of its run, and what the person read last. */
async function outcomeOf(chain: Chain, id: string): Promise<{ finished: Event; reply: string }> {
  await chain.settled(id);
  const own = (await chain.events()).filter(({ payload }) => payload.root === id);
  const [finished, ...more] = own.filter(({ kind }) => kind === "run.finished");
  assert.ok(finished !== undefined && more.length === 0, "the run ended once");
  assert.ok(Number(finished.payload.durationMs) < BOUND_MS, `took ${finished.payload.durationMs} ms`);
  const [reply] = own.filter(({ kind }) => kind === "agent.reply");
  return { finished, reply: String(reply?.payload.text) };
}

const onlyWorker = { primary: DEMO, manager: DEMO };

eachCli(
  "says how the worker's provider failed",
  () => ({ script: failing(providerFailures), roles: onlyWorker, variables: { NEWPI_MAX_WORKERS: "2" } }),
  async (chain, test) => {
    const ids: string[] = [];
    for (const { word } of providerFailures) ids.push(await chain.say(`SAY: ${word}`));
    for (const [at, { word, want }] of providerFailures.entries()) {
      await test.step(word, async () => {
        const { finished, reply } = await outcomeOf(chain, ids[at] ?? "");
        assert.deepEqual([finished.payload.outcome, finished.payload.ok], ["failed", false]);
        assert.match(String(finished.payload.error), want);
        assert.match(reply, want);
      });
    }
  },
);

eachCli(
  "does not wait for ever for the provider of a worker or of Primary",
  () => ({
    script: (turn) => turn.role === "primary" ? [hang] : failing(silences)(turn),
    roles: onlyWorker,
    variables: { NEWPI_SILENCE_SEC: String(SILENCE_SEC) },
  }),
  async (chain, test) => {
    const ids: string[] = [];
    for (const { word } of silences) ids.push(await chain.say(`SAY: ${word}`));
    // The demo agent decides about the others.
    const toPrimary = await chain.say("Are you there?", { runAs: { agent: chain.cli.kind } });
    for (const [at, { word, want }] of silences.entries()) {
      await test.step(word, async () => {
        const { finished, reply } = await outcomeOf(chain, ids[at] ?? "");
        assert.ok(chain.server.turns.some((turn) => wasTold(turn, word)), "the provider was asked");
        assert.deepEqual([finished.payload.outcome, finished.payload.ok], ["lost", false]);
        assert.match(String(finished.payload.error), want);
        assert.match(reply, /broke off before it was done/);
      });
    }
    await test.step("Primary", async () => {
      await chain.settled(toPrimary);
      const [error, ...more] = await chain.events("agent.error");
      assert.deepEqual([error?.payload.root, more.length], [toPrimary, 0]);
      assert.match(String(error?.payload.error), /gave no sign for 6 seconds and was stopped/);
    });
  },
);

/** A command that works until the test is over; its file shows that it runs. */
const HOLDING = "RUN: touch begun; while [ -e begun ]; do sleep 0.1; done";

/** Starts a run and waits for its command. @returns The message, the run and its folder. */
async function working(chain: Chain) {
  const id = await chain.say(HOLDING);
  const { runId, workItemId } = await chain.until("run.running");
  const { item } = await chain.newpi.call<{ item: { workspace: string } }>(
    "GET",
    `/api/work-items/${workItemId}`,
  );
  await eventually("the command runs", () => Deno.stat(join(item.workspace, "begun")).catch(() => undefined));
  return { id, runId: runId ?? "", workspace: item.workspace };
}

const ends = [
  {
    name: "crashes",
    prepare: installCrashing,
    end: (_: Chain, { workspace }: { workspace: string }) => Deno.writeTextFile(join(workspace, "crash"), ""),
    want: new RegExp(`ended without a result \\(exit code 3\\).*${LAST_WORDS}`, "s"),
  },
  {
    name: "is killed",
    prepare: () => Promise.resolve(),
    end: (chain: Chain, { runId }: { runId: string }) => killCli(chain, runId),
    want: /ended without a result \(killed by SIGKILL\)/,
  },
];
for (const { name, prepare, end, want } of ends) {
  eachCli(`says that the worker ${name}`, () => ({ roles: onlyWorker }), async (chain) => {
    await prepare(chain);
    const run = await working(chain);
    await end(chain, run);
    const { finished, reply } = await outcomeOf(chain, run.id);
    assert.equal(finished.payload.outcome, "lost");
    assert.match(String(finished.payload.error), want);
    assert.match(reply, /broke off before it was done/);
    const [call] = await chain.events("side_effect.intent");
    const [answer] = await chain.events("side_effect.result");
    assert.equal(answer?.payload.callId, call?.payload.callId, "the call that was cut is closed");
  });
}

/** What a turn is asked to decide, without what it is told of before. */
const mailOf = ({ user }: Turn) => user.slice(user.lastIndexOf("## Messages"));

/** Of one failed turn: the CLI's own tries. newpi itself does not try a turn again. */
const MOST_TRIES = 6;

eachCli(
  "tells a person that Primary's provider refused the key, and goes on when it takes it",
  () => ({
    script: (turn) => mailOf(turn).includes("lost.txt") ? [refuse(401, "wrong key")] : follow(turn),
    roles: { manager: DEMO, worker: DEMO },
  }),
  async (chain) => {
    const first = await chain.say("WRITE lost.txt: one");
    await chain.settled(first);
    const [error] = await chain.events("agent.error");
    assert.equal(error?.payload.root, first);
    assert.match(String(error?.payload.error), /The provider refused the key or the login \(401\)/);
    assert.equal((error?.payload.notice as { key: string }).key, "agentFailed");
    const tries = chain.server.turns.length;
    assert.ok(tries <= MOST_TRIES, `asked ${tries} times`);

    const second = await chain.say("WRITE kept.txt: two");
    await chain.settled(second);
    assert.equal((await chain.events("agent.error")).length, 1, "the failed message is not tried again");
    const [reply] = await chain.events("agent.reply");
    assert.equal(reply?.payload.root, second);
    const asked = chain.server.turns.at(-1)?.user ?? "";
    assert.match(
      asked,
      /person: WRITE lost\.txt: one\n {2}agent: \(gave no answer: .*401/,
      "it is remembered",
    );
  },
);

eachCli(
  "tells a person that the Manager could not hear of a failure, and lets it know later",
  () => ({
    script(turn) {
      if (turn.role === "worker" && !wasTold(turn, "once more")) return [refuse(403, "not you")];
      return mailOf(turn).includes("(run failed)") ? [refuse(401, "wrong key")] : follow(turn);
    },
    roles: { primary: DEMO },
  }),
  async (chain) => {
    const first = await chain.say("SAY: hello");
    await chain.settled(first);
    const [error] = await chain.events("agent.error");
    assert.equal(error?.payload.root, first);
    assert.match(String(error?.payload.error), /The provider refused the key or the login \(401\)/);
    assert.equal((await chain.events("agent.reply")).length, 0);

    const { workItemId } = await chain.until("run.finished");
    const second = await chain.say("SAY: once more", { target: workItemId });
    await chain.settled(second);
    const manager = chain.server.turns.find((turn) => mailOf(turn).includes("once more"));
    assert.match(manager?.user ?? "", /run\.finished: .*Error: The provider does not allow this \(403\)/);
    const [reply] = await chain.events("agent.reply");
    assert.deepEqual([reply?.payload.root, reply?.payload.text], [second, "once more"]);
  },
);
