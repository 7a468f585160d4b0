import assert from "node:assert/strict";
import { selfCommand } from "../../kernel/assets.ts";
import { type Child, spawnGroup } from "../../kernel/process.ts";
import { asObject, type JsonObject, parseObject } from "../narrow.ts";

/** A conversation with the agent's process, line by line. */
async function talk(
  args: string[],
  use: (agent: {
    say(...lines: unknown[]): Promise<boolean>;
    /** Reads until such a line comes. */
    until(type: string, subtype?: string): Promise<JsonObject>;
    child: Child;
    /** Closes stdin and reads what is left. */
    finish(): Promise<{ code: number; lines: JsonObject[] }>;
  }) => Promise<void>,
): Promise<void> {
  const cwd = await Deno.makeTempDir();
  const self = selfCommand();
  const child = spawnGroup({
    cmd: self.cmd,
    args: [...self.args, "_demo-agent", ...args],
    cwd,
    env: { ...Deno.env.toObject(), CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" },
    runId: `run_${crypto.randomUUID().slice(0, 8)}`,
  });
  const lines = child.lines();
  const read = async () => asObject(parseObject((await lines.next()).value ?? ""));
  try {
    await use({
      child,
      say: (...lines) => child.write(lines.map((line) => JSON.stringify(line) + "\n").join("")),
      async until(type, subtype) {
        for (let line = await read(); line.type !== undefined; line = await read()) {
          if (line.type === type && line.subtype === subtype) return line;
        }
        throw new Error(`The agent ended without a line ${type} ${subtype ?? ""}: ${child.stderrTail()}`);
      },
      async finish() {
        await child.closeStdin();
        const rest = await Array.fromAsync(lines);
        return { code: (await child.gone).code, lines: rest.map((line) => asObject(parseObject(line))) };
      },
    });
  } finally {
    await child.kill();
    await Deno.remove(cwd, { recursive: true });
  }
}

const user = (id: string, content: unknown) => ({
  type: "user",
  uuid: id,
  message: { role: "user", content },
});
const interrupt = {
  type: "control_request",
  request_id: "r1",
  request: { subtype: "interrupt", cancel_queued: true },
};

/** `type/subtype` or `type/state`, the order of the protocol. */
const kinds = (lines: JsonObject[]) =>
  lines.map(({ type, subtype, state }) =>
    [type, subtype, state].filter((part) => part !== undefined).join("/")
  );

Deno.test("runDemoAgent() prints the lines of a turn in Claude's order", () =>
  talk([], async ({ say, finish }) => {
    await say(user("m1", [{ type: "text", text: "WAIT: 0\nSAY: hi" }]));
    const { code, lines } = await finish();
    assert.equal(code, 0);
    assert.deepEqual(kinds(lines), [
      "system/session_state_changed/running",
      "command_lifecycle/queued",
      "command_lifecycle/started",
      "system/init",
      "user",
      "assistant",
      "user",
      "assistant",
      "result/success",
      "command_lifecycle/completed",
      "system/session_state_changed/idle",
    ]);
    assert.equal(lines[4]?.isReplay, true);
    assert.deepEqual(lines.at(-3)?.user_message_uuids, ["m1"]);
  }));

Deno.test("runDemoAgent() finishes what it was told before its input ended", () =>
  talk([], async ({ say, finish }) => {
    await say(user("m1", "WAIT: 0.1"), user("m2", "SAY: second"));
    const { code, lines } = await finish();
    assert.equal(code, 0);
    assert.match(String(lines.findLast(({ type }) => type === "result")?.result), /second$/);
  }));

Deno.test("runDemoAgent() exits with 1 after a failure, and goes on in the same session", () =>
  talk(["--session-id", "s1"], async ({ say, until, finish }) => {
    await say(user("m1", "SAY: fine"));
    assert.equal((await until("result", "success")).session_id, "s1");
    await say(user("m2", "FAIL: no"));
    assert.deepEqual((await until("result", "error_during_execution")).errors, ["no"]);
    assert.equal((await finish()).code, 1);
  }));

Deno.test("runDemoAgent() cancels what waits and what runs when it is interrupted", () =>
  talk(["--system-prompt", "newpi role: worker"], async ({ say, until, finish }) => {
    await say(user("m1", "WAIT: 60"));
    await until("assistant");
    await say(user("m2", "SAY: never"), interrupt);
    const { response } = asObject((await until("control_response")).response);
    assert.deepEqual(response, { still_queued: [], cancelled: ["m2"] });
    const result = await until("result", "error_during_execution");
    assert.deepEqual([result.is_error, result.terminal_reason], [true, "aborted_tools"]);
    const { code, lines } = await finish();
    assert.equal(code, 1);
    assert.deepEqual(kinds(lines), ["command_lifecycle/cancelled", "system/session_state_changed/idle"]);
  }));

Deno.test("runDemoAgent() answers requests that it does not know", () =>
  talk([], async ({ say, until, finish }) => {
    await say({ type: "control_request", request_id: "r1", request: { subtype: "rewind_files" } });
    const { subtype, request_id } = asObject((await until("control_response")).response);
    assert.deepEqual([subtype, request_id], ["error", "r1"]);
    assert.equal((await finish()).code, 0);
  }));

Deno.test("runDemoAgent() exits with 1 at a line that is not JSON", () =>
  talk([], async ({ say, until, child, finish }) => {
    await say(user("m1", "WAIT: 60"));
    await until("assistant");
    await child.write("oops\n");
    assert.deepEqual(await child.exited, { code: 1, signal: null });
    assert.ok((await finish()).lines.every(({ type }) => type !== "result"));
    assert.match(child.stderrTail(), /Cannot read a line of input as JSON: oops/);
  }));

Deno.test({
  name: "runDemoAgent() ends its command and gives no result when it is terminated",
  ignore: Deno.build.os === "windows",
  fn: () =>
    talk([], async ({ say, until, child, finish }) => {
      await say(user("m1", "RUN: trap 'echo ended; exit' TERM; while :; do sleep 0.05; done"));
      await until("assistant");
      Deno.kill(child.pid, "SIGTERM");
      assert.deepEqual(await child.exited, { code: 143, signal: null });
      assert.deepEqual(kinds((await finish()).lines), ["user"]);
    }),
});
