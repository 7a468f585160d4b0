import assert from "node:assert/strict";
import { join } from "@std/path";
import {
  type FirstMessage,
  type Replay,
  replay,
  textsOf,
  toolsOf,
  type Transcript,
  transcripts,
} from "../../tests/fixtures/agent-cli/replay.ts";
import { claudeProtocol } from "./claude/protocol.ts";
import { codexAppServer } from "./codex/app_server.ts";
import { codexExec } from "./codex/exec.ts";
import type { AgentEvent, AgentSession } from "./driver.ts";
import { openSteps } from "./guard_steps.ts";
import { guarded } from "./guarded.ts";
import type { GuardedCli } from "./hook_command.ts";
import { piJson } from "./pi/json.ts";
import { piRpc } from "./pi/rpc.ts";
import type { Protocol } from "./protocol.ts";

interface Family {
  cli: GuardedCli;
  name: string;
  prefix: string;
  begin: (first: FirstMessage) => Protocol;
}

const families: Family[] = [
  {
    cli: "claude",
    name: "claudeProtocol",
    prefix: "",
    begin: (first) => claudeProtocol({ runId: "r", ...first }),
  },
  {
    cli: "codex",
    name: "codexAppServer",
    prefix: "app-",
    begin: ({ prompt, messageId }) =>
      codexAppServer({
        thread: {},
        turn: {},
        input: [{ type: "text", text: prompt }],
        messageId,
        version: "0",
      }),
  },
  { cli: "codex", name: "codexExec", prefix: "exec-", begin: () => codexExec() },
  { cli: "pi", name: "piRpc", prefix: "rpc-", begin: (first) => piRpc({ ...first, version: null }) },
  { cli: "pi", name: "piJson", prefix: "json-", begin: () => piJson() },
];

function tokensOf({ outcome: { usage } }: Replay) {
  return usage === null || usage.inputTokens === null ? null : {
    input: usage.inputTokens,
    output: usage.outputTokens,
    cacheRead: usage.cacheReadTokens,
    cacheWrite: usage.cacheWriteTokens,
  };
}

/** A call may also be declined by the person, or by nobody being there. */
const deniedByGuard = ({ denied = [], guardSaw = [] }: Transcript["want"]) =>
  guardSaw.filter((id) => denied.includes(id));

/** The events of a replay as a session, to put the guard around it. */
function sessionOf({ events, outcome }: Replay): AgentSession {
  const { messages: _, ...result } = outcome;
  return {
    pid: 0,
    events: (async function* () {
      yield* events;
    })(),
    result: Promise.resolve({ ...result, toolCalls: 0, cancelled: false, durationMs: 0 }),
    steer: () => Promise.resolve(false),
    interrupt: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  };
}

/** The guard's side: verdicts on the calls that it saw, in the run's folder before the first event is read. */
async function underGuard(cli: GuardedCli, played: Replay, { want }: Transcript) {
  const runDir = await Deno.makeTempDir();
  try {
    const steps = await openSteps(runDir);
    const denied = deniedByGuard(want);
    const lines = (want.guardSaw ?? want.tools.map(([id]) => id)).map((callId) => {
      const verdict = denied.includes(callId) ? "deny" : "pass";
      return JSON.stringify({ v: 1, callId, tool: "Bash", verdict, rule: "rm-root", reason: "no" }) + "\n";
    });
    await Deno.writeTextFile(join(runDir, "steps.jsonl"), lines.join(""));
    const session = guarded(sessionOf(played), steps, cli);
    const events = await Array.fromAsync(session.events);
    return { events, result: await session.result };
  } finally {
    await Deno.remove(runDir, { recursive: true });
  }
}

for (const { cli, name, prefix, begin } of families) {
  for (const transcript of transcripts(cli, prefix)) {
    const { want } = transcript;
    Deno.test(`${name}() concludes what is right from ${transcript.name}`, () => {
      const played = replay(transcript.rows, begin);
      const { outcome, events } = played;
      if (want.text !== undefined) assert.equal(outcome.text, want.text);
      if (want.live !== undefined) assert.equal(textsOf(events, "delta").join(""), want.live);
      if (want.error !== undefined) {
        assert.ok(outcome.error?.includes(want.error), outcome.error ?? "no error");
      }
      assert.equal(outcome.lost, want.lost ?? false);
      assert.equal(outcome.resumeLost, want.resumeLost ?? false);
      assert.equal(outcome.sessionId, want.sessionId ?? null);
      assert.deepEqual(toolsOf(events), want.tools);
      assert.deepEqual(outcome.messages, want.messages ?? {});
      assert.deepEqual(tokensOf(played), want.usage);
      assert.equal(outcome.usage?.costUsd ?? null, want.costUsd);
      for (const typed of want.unguardedInput ?? []) {
        assert.ok(outcome.error?.includes(JSON.stringify(typed)), "the violation is named (T8)");
      }
    });

    Deno.test(`${name}() under the guard ends ${want.ok ? "well" : "badly"} with ${transcript.name} (T7)`, async () => {
      const { events, result } = await underGuard(cli, replay(transcript.rows, begin), transcript);
      assert.equal(result.ok && want.cancelled !== true, want.ok);
      const denied = deniedByGuard(want);
      assert.deepEqual(events.flatMap((event) => event.kind === "blocked" ? [event.callId] : []), denied);
      for (const callId of denied) {
        assert.ok(isToldInTime(events, callId), `${callId} is blocked before its result`);
      }
    });
  }
}

function isToldInTime(events: AgentEvent[], callId: string): boolean {
  const places = events.flatMap((event, at) =>
    "callId" in event && event.callId === callId ? [[event.kind, at]] : []
  );
  const order = places.map(([kind]) => kind);
  return !order.includes("tool_result") || order.indexOf("blocked") < order.indexOf("tool_result");
}

for (const { cli, name, prefix, begin } of families) {
  for (const transcript of transcripts(cli, prefix)) {
    const { idleAt, closedAt, hopeless } = replay(transcript.rows, begin);
    // One-shot protocols have their stdin closed at once; what is not waited for to its end has no such moment.
    const { lost, messages } = transcript.want;
    if (closedAt < 1 || lost || hopeless !== null || messages === undefined) continue;
    if (Object.values(messages).includes("unsent")) continue;
    Deno.test(`${name}() is idle when ${transcript.name} is over, and not before (T5)`, () => {
      const first = idleAt[0] ?? Infinity;
      assert.ok(first < closedAt, `idle at row ${first}, but stdin was closed at row ${closedAt}`);
      const later = replay(transcript.rows.slice(first + 1), begin).events;
      assert.deepEqual(later.filter(({ kind }) => kind === "text" || kind === "tool"), []);
    });
  }
}
