/** The whole chain through the compiled newpi, with each real CLI in all roles, or as the worker of the demo agent. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { addUsage, roundCost } from "../../internal/agents/usage.ts";
import type { Usage } from "../../internal/contract/runs.ts";
import type { WorkItemList } from "../../internal/contract/work.ts";
import { type Chain, chainTests, DEMO, eventually } from "./chain.ts";
import { realClis } from "./clis.ts";
import { usageOf } from "./stage.ts";

const eachCli = chainTests(await realClis());
const allRoles = () => ({});
const onlyWorker = () => ({ roles: { primary: DEMO, manager: DEMO } });

const workspaceOf = async ({ newpi }: Chain) =>
  (await newpi.call<WorkItemList>("GET", "/api/work-items")).items[0]?.item.workspace ?? "";

eachCli("turns a sentence into finished work", allRoles, async (chain) => {
  const id = await chain.say("WRITE hello.txt: hi\nRUN: sudo -n touch made");
  await chain.settled(id);
  const kinds = (await chain.events()).map(({ kind }) => kind).filter((kind) => kind !== "settings.updated");
  assert.deepEqual(kinds.filter((kind) => !/^(side_effect|guard)\./.test(kind)), [
    "user.message",
    "route.decision",
    "work_item.created",
    "message.attributed",
    "user.message",
    "manager.decision",
    "run.started",
    "run.running",
    "run.finished",
    "manager.decision",
    "agent.reply",
  ]);
  assert.equal((await Deno.readTextFile(join(await workspaceOf(chain), "hello.txt"))).trim(), "hi");
  const [blocked] = await chain.events("guard.blocked");
  assert.equal(blocked?.payload.rule, "privilege.root");
  // Codex shows no item for a refused call; the others answer it after the refusal is in the log.
  const answered = (await chain.events("side_effect.result")).find((event) =>
    event.payload.callId === blocked?.payload.callId
  );
  assert.ok((blocked?.seq ?? Infinity) < (answered ?? await chain.until("run.finished")).seq);
  const [reply] = await chain.events("agent.reply");
  assert.equal(reply?.payload.root, id);
  const [finished] = await chain.events("run.finished");
  assert.equal(finished?.payload.ok, true);
  assert.ok((finished?.payload.usage as { outputTokens: number }).outputTokens > 0);
});

eachCli("hands words to the running worker, without a second run", onlyWorker, async (chain) => {
  const first = await chain.say(
    "RUN: touch begun; for i in $(seq 600); do [ -e go ] && break; sleep 0.1; done\nSAY: over",
  );
  await chain.until("side_effect.intent");
  const { workItemId } = await chain.until("run.running");
  const workspace = await workspaceOf(chain);
  await eventually(
    "the command runs",
    async () => await Deno.stat(join(workspace, "begun")).catch(() => undefined),
  );
  const second = await chain.say("SAY: also this", { target: workItemId });
  const steered = await chain.until("run.steered");
  assert.deepEqual([steered.payload.late, steered.payload.queued], [false, false]);
  await Deno.writeTextFile(join(workspace, "go"), "");
  await chain.settled(first);
  await chain.settled(second);
  assert.equal((await chain.events("run.started")).length, 1);
  assert.equal((await chain.events("run.steered")).length, 1, "the words were read in time");
});

eachCli("stops a run that is cancelled and leaves nothing behind", onlyWorker, async (chain) => {
  const id = await chain.say("RUN: touch begun; for i in $(seq 600); do sleep 0.1; done");
  const { workItemId } = await chain.until("run.running");
  const workspace = await workspaceOf(chain);
  await eventually(
    "the command runs",
    async () => await Deno.stat(join(workspace, "begun")).catch(() => undefined),
  );
  await chain.newpi.call("POST", `/api/work-items/${workItemId}/cancel`);
  await chain.settled(id);
  assert.equal((await chain.until("run.finished")).payload.outcome, "cancelled");
});

eachCli(
  "goes on with the Manager's session after newpi was killed, and knows what all of it has used",
  allRoles,
  async (chain) => {
    const first = await chain.say("WRITE a.txt: one");
    await chain.settled(first);
    await chain.newpi.stop("SIGKILL");
    await chain.newpi.start();
    const { workItemId } = await chain.until("work_item.created");
    const asked = chain.server.turns.length;
    const second = await chain.say("WRITE b.txt: two", { target: workItemId });
    await chain.settled(second);
    const manager = chain.server.turns.slice(asked).find(({ role }) => role === "manager");
    const before = manager?.talk.flatMap((said) => said.by === "user" ? [said.text] : []).join("\n") ?? "";
    assert.match(before, /WRITE a\.txt: one/, "the session remembers the first message");
    assert.equal((await Deno.readTextFile(join(await workspaceOf(chain), "b.txt"))).trim(), "two");
    await checkUsage(chain);
  },
);

/** Of two messages to one task. */
async function checkUsage({ cli, server, events }: Chain): Promise<void> {
  const log = await events();
  const of = (...kinds: string[]) =>
    log.filter(({ kind }) => kinds.includes(kind)).map(({ payload }) => payload.usage as Usage);
  assert.deepEqual(of("route.decision"), [usageOf(cli, 1)]);
  // The order and the result of each run; all but the first go on with the Manager's session.
  assert.deepEqual(of("manager.decision"), [1, 1, 1, 1].map((answers) => usageOf(cli, answers)));
  assert.deepEqual(of("run.finished"), [2, 2].map((answers) => usageOf(cli, answers)));
  const all = of("route.decision", "manager.decision", "run.finished").reduce(addUsage);
  assert.deepEqual(roundCost(all), usageOf(cli, server.turns.length));
}
