import assert from "node:assert/strict";
import { claudeProtocol } from "./claude/protocol.ts";
import { codexExec } from "./codex/exec.ts";
import type { AgentEvent, AgentResult, AgentSession } from "./driver.ts";
import { piJson } from "./pi/json.ts";
import { LIMITS, type Limits, startSession } from "./session.ts";

const MESSAGE = "a0000000-0000-4000-8000-000000000001";

/** Lines of a CLI, as the arguments of `say` in the scripts below. */
const line = (value: unknown) => `'${JSON.stringify(value)}'`;
const init = line({ type: "system", subtype: "init", session_id: "s1", claude_code_version: "2.1.332" });
const replay = line({
  type: "user",
  isReplay: true,
  uuid: MESSAGE,
  message: { role: "user", content: "Go" },
});
const text = line({ type: "assistant", message: { content: [{ type: "text", text: "Half." }] } });
const call = line({
  type: "assistant",
  message: { content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "x" } }] },
});
const answer = line({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "x" }] },
});
const success = line({
  type: "result",
  subtype: "success",
  is_error: false,
  result: "Done.",
  user_message_uuids: [MESSAGE],
});
/** As the shell puts it together, so that the key is not in the arguments. */
const keyTold = success.replace("Done.", `It is '"$SOME_API_KEY"'.`);
const retry = line({
  type: "system",
  subtype: "api_retry",
  attempt: 2,
  error_status: 401,
  error: "authentication_failed",
});

const busyRetry = line({
  type: "system",
  subtype: "api_retry",
  attempt: 1,
  error_status: 529,
  error: "overloaded",
});
const background = line({ type: "system", subtype: "task_started", task_id: "b1", task_type: "local_bash" });

/** A CLI made of a shell script. */
function start(script: string, limits: Partial<Limits> = {}, timeoutMs = 60_000): AgentSession {
  const spec = {
    runId: `run_${crypto.randomUUID().slice(0, 8)}`,
    cwd: Deno.cwd(),
    env: { PATH: Deno.env.get("PATH") ?? "", SOME_API_KEY: "sk-0123456789" },
    timeoutMs,
  };
  const command = { cmd: "sh", args: ["-c", `say() { printf '%s\\n' "$@"; }\n${script}`, "fake"] };
  const protocol = claudeProtocol({ runId: spec.runId, prompt: "Go", messageId: MESSAGE });
  return startSession(spec, command, protocol, { ...LIMITS, ...limits });
}

async function follow(session: AgentSession): Promise<{ events: AgentEvent[]; result: AgentResult }> {
  return { events: await Array.fromAsync(session.events), result: await session.result };
}

const began = `read prompt; say ${init} ${replay}`;
/** Ends on EOF of stdin, as a CLI does that was told to finish. */
const untilEof = "while read more; do :; done";

interface Case {
  name: string;
  script: string;
  limits?: Partial<Limits>;
  want: Partial<AgentResult>;
}

const cases: Case[] = [
  {
    name: "ends when the CLI has nothing left to do",
    script: `${began}; say ${success}; ${untilEof}`,
    want: { ok: true, text: "Done.", error: null, lost: false, sessionId: "s1" },
  },
  {
    name: "settles a CLI that stays after its result (T1)",
    script: `${began}; say ${success}; sleep 60`,
    limits: { exitMs: 100 },
    want: { ok: true, text: "Done.", error: null, lost: false },
  },
  {
    name: "ends a CLI that falls silent after a tool result (T2)",
    script: `${began}; say ${call} ${answer}; sleep 60`,
    limits: { silenceMs: 200 },
    want: {
      ok: false,
      lost: true,
      error: "The agent gave no sign for 0 seconds and was stopped",
      toolCalls: 1,
    },
  },
  {
    name: "lets a tool work in silence",
    script: `${began}; say ${call}; sleep 0.6; say ${answer} ${success}; ${untilEof}`,
    limits: { silenceMs: 200 },
    want: { ok: true, lost: false, text: "Done." },
  },
  {
    name: "does not wait for ever for a command in the background",
    script: `${began}; say ${background} ${success}; sleep 60`,
    limits: { silenceMs: 200, exitMs: 100 },
    want: { ok: true, lost: false, text: "Done." },
  },
  {
    name: "says what a CLI was trying again when its time was over",
    script: `${began}; say ${busyRetry}; sleep 60`,
    limits: { silenceMs: 200 },
    want: {
      ok: false,
      lost: true,
      error:
        "The agent gave no sign for 0 seconds and was stopped; it was trying again after: 529 overloaded",
    },
  },
  {
    name: "calls a crash in the middle lost and keeps its last words",
    script: `${began}; say ${text} ${call}; echo boom >&2; exit 70`,
    want: {
      ok: false,
      lost: true,
      text: "Half.",
      error: "The agent ended without a result (exit code 70): boom",
    },
  },
  {
    name: "calls a CLI lost that somebody killed",
    script: `${began}; kill -9 $$`,
    want: { ok: false, lost: true, error: "The agent ended without a result (killed by SIGKILL)" },
  },
  {
    name: "hides a key that a CLI prints as it ends, and colours",
    script: `${began}; printf 'bad \\033[31mkey\\033[0m %s' $SOME_API_KEY >&2; exit 1`,
    want: { lost: true, error: "The agent ended without a result (exit code 1): bad key [key]" },
  },
  {
    name: "hides a key that the agent says",
    script: `${began}; say ${keyTold}; ${untilEof}`,
    want: { ok: true, text: "It is [key]." },
  },
  {
    name: "does not believe a success that exits with an error",
    script: `${began}; say ${success}; echo disk full >&2; exit 1`,
    want: { ok: false, lost: false, error: "The agent reported success but failed (exit code 1): disk full" },
  },
  {
    name: "tells why a CLI could not begin",
    script: `echo 'Error: unknown option' >&2; exit 1`,
    want: { ok: false, lost: false, sessionId: null, error: "Error: unknown option" },
  },
  {
    name: "does not wait for ten attempts to log in",
    script: `${began}; say ${retry}; sleep 60`,
    want: {
      ok: false,
      lost: false,
      error:
        "The provider refused the key or the login (401): authentication_failed; check the key, or log in with the agent's own command",
    },
  },
  {
    name: "ends a CLI that closes its output and stays",
    script: `${began}; exec >&-; sleep 60`,
    limits: { exitMs: 100 },
    want: { ok: false, lost: true },
  },
  {
    name: "refuses a line without end",
    script: `${began}; head -c 42000000 /dev/zero; sleep 60`,
    want: { ok: false, lost: false, error: "Cannot read a line of more than 41943040 bytes" },
  },
];
for (const { name, script, limits, want } of cases) {
  Deno.test({
    name: `startSession() ${name}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const { result } = await follow(start(script, limits));
      assert.deepEqual({ ...result, ...want }, result);
    },
  });
}

Deno.test({
  name: "startSession() leaves no helper of a CLI that was killed (T3)",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const pid = `{"type":"assistant","message":{"content":[{"type":"text","text":"'$!'"}]}}`;
    const { events } = await follow(start(`${began}; setsid sleep 60 & printf '%s\\n' '${pid}'; kill -9 $$`));
    const helper = events.find((event) => event.kind === "text")?.text ?? "";
    assert.match(helper, /^\d+$/);
    assert.match(await Deno.readTextFile(`/proc/${helper}/stat`).catch(() => "gone"), /gone|\) Z /);
  },
});

Deno.test({
  name: "startSession() stops a CLI whose events nobody reads any more",
  ignore: Deno.build.os === "windows",
  async fn() {
    const session = start(`${began}; while :; do say ${text}; done`);
    for await (const event of session.events) if (event.kind === "text") break;
    const result = await session.result;
    assert.deepEqual([result.ok, result.lost], [false, true]);
  },
});

Deno.test({
  name: "startSession() kills a CLI that does not heed an interrupt",
  ignore: Deno.build.os === "windows",
  async fn() {
    const session = start(`trap '' TERM; ${began}; say ${text}; while :; do sleep 0.05; done`, {
      interruptMs: 50,
    });
    const following = follow(session);
    await session.interrupt();
    const { result } = await following;
    assert.deepEqual([result.cancelled, result.ok, result.lost], [true, false, false]);
  },
});

const oneShots = [
  {
    protocol: codexExec(),
    lines: [line({ type: "thread.started", thread_id: "t1" }), line({ type: "turn.completed", usage: {} })],
  },
  {
    protocol: piJson(),
    lines: [
      line({ type: "session", id: "f1" }),
      line({ type: "message_end", message: { role: "assistant", content: [], stopReason: "stop" } }),
      line({ type: "agent_settled", aborted: false }),
    ],
  },
];
for (const { protocol, lines } of oneShots) {
  Deno.test({
    name:
      `startSession() closes the stdin of a CLI that reads it to its end first: ${lines.length} lines (T9)`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const spec = {
        runId: "run_oneshot",
        cwd: Deno.cwd(),
        env: { PATH: Deno.env.get("PATH") ?? "" },
        timeoutMs: 2000,
      };
      const script = `cat >/dev/null; printf '%s\\n' ${lines.join(" ")}`;
      const session = startSession(spec, { cmd: "sh", args: ["-c", script] }, protocol);
      assert.equal(await session.steer("more", MESSAGE), false);
      assert.equal((await follow(session)).result.ok, true);
    },
  });
}

Deno.test({
  name: "startSession() answers a stop of an agent that has ended long ago (T4)",
  ignore: Deno.build.os === "windows",
  async fn() {
    const session = start(`${began}; say ${success}; ${untilEof}`);
    const { result } = await follow(session);
    await session.interrupt();
    await session.kill();
    assert.equal(await session.steer("more", MESSAGE), false);
    assert.deepEqual(await session.result, result);
  },
});

Deno.test({
  name: "startSession() keeps what came before a line that was cut (T18)",
  ignore: Deno.build.os === "windows",
  async fn() {
    const { events, result } = await follow(
      start(`${began}; say ${text} ${call}; printf '{"type":"user","mess'`),
    );
    assert.deepEqual(events.map(({ kind }) => kind), ["session", "taken", "text", "tool", "tool_result"]);
    assert.deepEqual([result.ok, result.lost, result.text, result.toolCalls], [false, true, "Half.", 1]);
  },
});

const notStartable = [
  { name: "program", command: "/nowhere/agent", cwd: Deno.cwd() },
  { name: "directory", command: "sh", cwd: "/nowhere" },
];
for (const { name, command, cwd } of notStartable) {
  Deno.test(`startSession() turns a missing ${name} into a failed result`, async () => {
    const session = startSession(
      { runId: "run_none", cwd, env: {}, timeoutMs: 1000 },
      { cmd: command, args: [] },
      claudeProtocol({ runId: "run_none", prompt: "", messageId: MESSAGE }),
    );
    const { events, result } = await follow(session);
    assert.deepEqual(events, []);
    assert.deepEqual([result.ok, result.lost, result.cancelled], [false, false, false]);
    assert.match(result.error ?? "", /^Cannot start /);
    await Promise.all([session.kill(), session.interrupt()]);
    assert.equal(await session.steer("more", MESSAGE), false);
  });
}
