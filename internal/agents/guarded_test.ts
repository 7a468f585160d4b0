import assert from "node:assert/strict";
import type { AgentEvent, AgentResult, AgentSession } from "./driver.ts";
import { type GuardStep, type StepReader, StepVersionError } from "./guard_steps.ts";
import { guarded } from "./guarded.ts";

const RESULT: AgentResult = {
  ok: true,
  text: "Done.",
  error: null,
  cancelled: false,
  lost: false,
  sessionId: "s1",
  toolCalls: 1,
  durationMs: 1,
  usage: null,
};

const call = (callId: string): AgentEvent => ({ kind: "tool", callId, tool: "Bash", input: "ls" });
const answer = (callId: string, missing?: "never_ran" | "cut_off"): AgentEvent => ({
  kind: "tool_result",
  callId,
  tool: "Bash",
  isError: missing !== undefined,
  output: "",
  ...(missing === undefined ? {} : { missing }),
});
const step = (callId: string, verdict = "pass"): GuardStep => ({
  callId,
  tool: "Bash",
  verdict,
  rule: verdict === "deny" ? "privilege.root" : null,
  reason: "no",
});

/** An agent that goes through these events; a promise holds it up, and being killed ends it. */
function agentOf(script: (AgentEvent | Promise<unknown>)[], result = RESULT) {
  const killed = Promise.withResolvers<void>();
  const stops: string[] = [];
  const stop = (how: string) => {
    stops.push(how);
    killed.resolve();
    return Promise.resolve();
  };
  const session: AgentSession = {
    pid: 1,
    events: (async function* () {
      for (const next of script) {
        if (next instanceof Promise) await Promise.race([next, killed.promise]);
        else yield next;
      }
    })(),
    result: Promise.resolve(result),
    steer: () => Promise.resolve(true),
    interrupt: () => stop("interrupt"),
    kill: () => stop("kill"),
  };
  return { session, stops };
}

/** A guard that has written these lines before the first look. */
function written(...verdicts: GuardStep[]): StepReader {
  return { read: () => Promise.resolve(verdicts.splice(0)) };
}

const LIMITS = { pollMs: 5, unseenMs: 60_000 };
const never = new Promise(() => {});

async function follow(session: AgentSession): Promise<{ kinds: string[]; result: AgentResult }> {
  const events = await Array.fromAsync(session.events);
  return { kinds: events.map(({ kind }) => kind), result: await session.result };
}

Deno.test("guarded() passes on what the guard has seen", async () => {
  const { session, stops } = agentOf([call("a"), answer("a")]);
  const { kinds, result } = await follow(guarded(session, written(step("a")), "claude", LIMITS));
  assert.deepEqual(kinds, ["tool", "tool_result"]);
  assert.deepEqual(result, RESULT);
  assert.deepEqual(stops, []);
});

for (const verdict of ["pass", "wait", "later"]) {
  Deno.test(`guarded() takes "${verdict}" for an answer of the guard and for no refusal`, async () => {
    const { session } = agentOf([call("a"), answer("a")]);
    const { kinds, result } = await follow(guarded(session, written(step("a", verdict)), "claude", LIMITS));
    assert.deepEqual([kinds, result.ok], [["tool", "tool_result"], true]);
  });
}

Deno.test("guarded() tells a refusal before the answer to its call", async () => {
  const { session } = agentOf([call("a"), answer("a")]);
  const { kinds, result } = await follow(guarded(session, written(step("a", "deny")), "claude", LIMITS));
  assert.ok(kinds.indexOf("blocked") < kinds.indexOf("tool_result"), kinds.join());
  assert.equal(result.ok, true);
});

Deno.test("guarded() tells a refusal of a call that the CLI does not show", async () => {
  const wait = Promise.withResolvers<void>();
  const { session } = agentOf([wait.promise]);
  const events = guarded(session, written(step("a", "deny")), "codex", LIMITS).events[Symbol.asyncIterator]();
  assert.deepEqual((await events.next()).value, {
    kind: "blocked",
    callId: "a",
    tool: "Bash",
    rule: "privilege.root",
    reason: "no",
  });
  wait.resolve();
  assert.equal((await events.next()).done, true);
});

Deno.test("guarded() tells a refusal that comes with the last word", async () => {
  const { session } = agentOf([]);
  const { kinds } = await follow(guarded(session, written(step("a", "deny")), "codex", LIMITS));
  assert.deepEqual(kinds, ["blocked"]);
});

Deno.test("guarded() fails and kills a run with a call that was answered unseen (T7, C31)", async () => {
  const { session, stops } = agentOf([call("a"), answer("a"), never]);
  const { result } = await follow(guarded(session, written(), "claude", LIMITS));
  assert.deepEqual([result.ok, result.lost, result.cancelled], [false, false, false]);
  assert.match(result.error ?? "", /Bash and the guard was not asked/);
  assert.deepEqual(stops, ["kill"]);
});

Deno.test("guarded() does not wait for the answer of a call that works unseen (T7)", async () => {
  const { session, stops } = agentOf([call("a"), never]);
  const { result } = await follow(guarded(session, written(), "codex", { pollMs: 5, unseenMs: 20 }));
  assert.match(result.error ?? "", /Bash and the guard was not asked/);
  assert.deepEqual(stops, ["kill"]);
});

for (const missing of ["never_ran", "cut_off"] as const) {
  Deno.test(`guarded() asks for no verdict on a call that ${missing}`, async () => {
    const { session } = agentOf([call("a"), answer("a", missing)]);
    const { result } = await follow(guarded(session, written(), "claude", LIMITS));
    assert.equal(result.ok, true);
  });
}

Deno.test("guarded() fails a run whose verdicts it cannot read", async () => {
  const { session, stops } = agentOf([call("a"), never]);
  const steps = { read: () => Promise.reject(new StepVersionError(2)) };
  const { result } = await follow(guarded(session, steps, "claude", LIMITS));
  assert.match(result.error ?? "", /version 2/);
  assert.deepEqual(stops, ["kill"]);
});

Deno.test("guarded() leaves a run that is being stopped its own end", async () => {
  const cancelled = { ...RESULT, ok: false, cancelled: true };
  const { session } = agentOf([call("a"), never, answer("a")], cancelled);
  const under = guarded(session, written(), "claude", LIMITS);
  const following = follow(under);
  await under.interrupt();
  assert.deepEqual((await following).result, cancelled);
});

Deno.test("guarded() stops an agent whose events nobody reads any more", async () => {
  const { session, stops } = agentOf([never]);
  const under = guarded(session, written(step("a", "deny")), "claude", LIMITS);
  for await (const _ of under.events) break;
  await under.result;
  assert.deepEqual(stops, ["kill"]);
});
