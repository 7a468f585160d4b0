import assert from "node:assert/strict";
import { type ClaudeOutcome } from "./claude_outcome.ts";
import { claudeStream } from "./claude_stream.ts";
import type { AgentEvent } from "./driver.ts";
import { asNumber, asObject, asText, type JsonObject, parseObject } from "./narrow.ts";

const FIXTURES = new URL("../../tests/fixtures/agent-cli/claude/", import.meta.url);
const expected: Record<string, JsonObject> = JSON.parse(
  Deno.readTextFileSync(new URL("expected.json", FIXTURES)),
);

interface Replay {
  outcome: ClaudeOutcome;
  events: AgentEvent[];
  answers: string[];
  /** Numbers of the rows after which the CLI was idle. */
  idleAt: number[];
  lastResultAt: number;
  closedAt: number;
}

function replay(rows: JsonObject[]): Replay {
  const stream = claudeStream();
  const seen = { events: [] as AgentEvent[], answers: [] as string[], idleAt: [] as number[] };
  let [lastResultAt, closedAt, stderr] = [-1, -1, ""];
  let exit = { code: 0, signal: null as string | null };
  rows.forEach((row, at) => {
    const message = asObject(row.m);
    if (row.dir === "in" && message.type === "user") {
      stream.sent(asText(message.uuid), asText(asObject(message.message).content));
    }
    if (row.dir === "in" && asObject(message.request).subtype === "interrupt") stream.interrupting();
    if (row.dir === "out") {
      const { events, answer } = stream.read(row.m === undefined ? asText(row.text) : JSON.stringify(row.m));
      seen.events.push(...events);
      if (answer !== undefined) seen.answers.push(answer);
      if (message.type === "result") lastResultAt = at;
    }
    if (row.dir === "err") stderr += asText(row.text);
    if (row.dir === "eof") closedAt = at;
    if (row.dir === "exit") exit = { code: asNumber(row.code) ?? -1, signal: asText(row.signal) || null };
    if (stream.isIdle()) seen.idleAt.push(at);
  });
  return { ...seen, outcome: stream.finish(exit, stderr), lastResultAt, closedAt };
}

function readRows(name: string): JsonObject[] {
  const lines = Deno.readTextFileSync(new URL(`${name}.jsonl`, FIXTURES)).split("\n");
  return lines.filter((line) => line !== "").map((line) => asObject(parseObject(line)));
}

/** `[id, name, ok]` as in expected.json. */
function tools(events: AgentEvent[]): [string, string, boolean][] {
  return events.flatMap((event) =>
    event.kind === "tool_result" ? [[event.callId, event.tool, !event.isError]] : []
  );
}

function texts(events: AgentEvent[], kind: "text" | "delta"): string[] {
  return events.flatMap((event) => event.kind === kind ? [event.text] : []);
}

for (const [name, want] of Object.entries(expected)) {
  Deno.test(`claudeStream() concludes what is right from ${name}`, () => {
    const { outcome, events } = replay(readRows(name));
    // That the guard never answered is seen where the guard is wired, not in the stream.
    if (name !== "guard-missing-fails-open") {
      assert.equal(outcome.ok && want.cancelled !== true, want.ok);
    }
    if (typeof want.text === "string") assert.equal(outcome.text, want.text);
    if (typeof want.error === "string") {
      assert.ok(outcome.error?.includes(want.error), outcome.error ?? "no error");
    }
    assert.equal(outcome.lost, want.lost ?? false);
    assert.equal(outcome.sessionId, want.sessionId ?? null);
    assert.deepEqual(tools(events), want.tools);
    assert.equal(outcome.toolCalls, tools(events).length);
    assert.deepEqual(outcome.messages, want.messages);
    const { usage } = outcome;
    const tokens = usage && {
      input: usage.inputTokens,
      output: usage.outputTokens,
      cacheRead: usage.cacheReadTokens,
      cacheWrite: usage.cacheWriteTokens,
    };
    assert.deepEqual(tokens?.input === null ? null : tokens, want.usage);
    assert.equal(usage?.costUsd ?? null, want.costUsd);
  });
}

for (const name of Object.keys(expected)) {
  const { idleAt, lastResultAt, closedAt } = replay(readRows(name));
  if (closedAt < 0) continue;
  Deno.test(`claudeStream() is idle at the right line of ${name} (T5)`, () => {
    const first = idleAt[0] ?? Infinity;
    assert.ok(first >= lastResultAt, `idle at row ${first}, but the last result is row ${lastResultAt}`);
    assert.ok(first < closedAt, `idle at row ${first}, but stdin was closed at row ${closedAt}`);
  });
}

Deno.test("claudeStream() waits for a helper although the CLI does not announce its state", () => {
  const rows = readRows("background-agent").filter((row) =>
    asObject(row.m).subtype !== "session_state_changed" &&
    asObject(row.m).subtype !== "background_tasks_changed"
  );
  const { idleAt, lastResultAt, outcome } = replay(rows);
  assert.ok((idleAt[0] ?? -1) >= lastResultAt);
  assert.equal(outcome.text, "There are two files.");
});

Deno.test("claudeStream() ends nothing while one of two messages of an old CLI was not read", () => {
  const rows = readRows("old-steer-absorbed").filter(({ dir, m }) =>
    !(dir === "out" && asText(asObject(m).uuid).endsWith("2") && asObject(m).isReplay === true)
  );
  const { idleAt, outcome } = replay(rows);
  assert.deepEqual(idleAt, []);
  assert.deepEqual(Object.values(outcome.messages), ["done", "unknown"]);
});

Deno.test("claudeStream() calls a run lost that was killed in its second turn", () => {
  const rows = readRows("queued-coalesced");
  const firstResult = rows.findIndex((row) => asObject(row.m).type === "result");
  const { outcome } = replay([...rows.slice(0, firstResult + 4), {
    dir: "exit",
    code: 137,
    signal: "SIGKILL",
  }]);
  assert.deepEqual([outcome.ok, outcome.lost], [false, true]);
  assert.deepEqual(Object.values(outcome.messages), ["done", "unknown", "unknown"]);
});

Deno.test("claudeStream() shows text live and once more when it is finished", () => {
  const { events } = replay(readRows("partial-stream"));
  assert.equal(texts(events, "delta").join(""), expected["partial-stream"]?.live);
  assert.deepEqual(texts(events, "text"), [expected["partial-stream"]?.text]);
});

Deno.test("claudeStream() keeps the words of helpers and of the program to itself", () => {
  assert.deepEqual(texts(replay(readRows("background-agent")).events, "text"), [
    "I have asked a helper.",
    "There are two files.",
  ]);
  assert.deepEqual(texts(replay(readRows("api-error")).events, "text"), []);
});

Deno.test("claudeStream() tells when each message was taken in, once", () => {
  const taken = replay(readRows("queued-coalesced")).events.flatMap((event) =>
    event.kind === "taken" ? [event.messageId.slice(-1)] : []
  );
  assert.deepEqual(taken, ["1", "2", "3"]);
});

Deno.test("claudeStream() refuses a permission that the CLI asks for", () => {
  const { answers } = replay(readRows("permission-asked"));
  assert.equal(answers.length, 1);
  const response = asObject(asObject(parseObject(answers[0] ?? "")).response);
  assert.equal(response.request_id, "srv-1");
  assert.equal(asObject(response.response).behavior, "deny");
});

Deno.test("claudeStream() gives up on a login that is refused twice", () => {
  const stream = claudeStream();
  const retry = (attempt: number) =>
    JSON.stringify({ type: "system", subtype: "api_retry", attempt, error_status: 401 });
  stream.read(retry(1));
  assert.equal(stream.hopeless(), null);
  stream.read(retry(2));
  assert.match(stream.hopeless() ?? "", /not logged in/);
});

Deno.test("claudeStream() skips what it does not know", () => {
  const stream = claudeStream();
  const lines = [
    "",
    "Debugger attached.",
    "null",
    "[]",
    "7",
    '{"type":"new_kind"}',
    '{"type":"assistant"}',
    '{"type":5}',
  ];
  assert.deepEqual(lines.flatMap((line) => stream.read(line).events), []);
});
