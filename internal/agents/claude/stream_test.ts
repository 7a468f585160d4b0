import assert from "node:assert/strict";
import {
  replay as replayRows,
  textsOf,
  type Transcript,
  transcripts,
} from "../../../tests/fixtures/agent-cli/replay.ts";
import { asObject, asText, type JsonObject } from "../narrow.ts";
import { claudeProtocol } from "./protocol.ts";
import { claudeStream } from "./stream.ts";

const all = new Map(transcripts("claude").map((transcript) => [transcript.name, transcript]));

function transcript(name: string): Transcript {
  const found = all.get(name);
  assert.ok(found);
  return found;
}

const readRows = (name: string) => transcript(name).rows;
const replay = (rows: JsonObject[]) => replayRows(rows, (first) => claudeProtocol({ runId: "r", ...first }));
const lastResultAt = (rows: JsonObject[]) => rows.findLastIndex((row) => asObject(row.m).type === "result");

for (const { name, rows } of all.values()) {
  const { idleAt, closedAt } = replay(rows);
  if (closedAt < 0) continue;
  Deno.test(`claudeStream() is idle after the last result of ${name} (T5, C28)`, () => {
    const first = idleAt[0] ?? Infinity;
    assert.ok(
      first >= lastResultAt(rows),
      `idle at row ${first}, the last result is row ${lastResultAt(rows)}`,
    );
    assert.ok(first < closedAt, `idle at row ${first}, but stdin was closed at row ${closedAt}`);
  });
}

Deno.test("claudeStream() waits for a helper although the CLI does not announce its state", () => {
  const rows = readRows("background-agent").filter((row) =>
    asObject(row.m).subtype !== "session_state_changed" &&
    asObject(row.m).subtype !== "background_tasks_changed"
  );
  const { idleAt, outcome } = replay(rows);
  assert.ok((idleAt[0] ?? -1) >= lastResultAt(rows));
  assert.equal(outcome.text, "There are two files.");
});

Deno.test("claudeStream() ends nothing while one of two messages of an old CLI was not read (C29)", () => {
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
  const { rows, want } = transcript("partial-stream");
  const { events } = replay(rows);
  assert.equal(textsOf(events, "delta").join(""), want.live);
  assert.deepEqual(textsOf(events, "text"), [want.text]);
});

Deno.test("claudeStream() keeps the words of helpers and of the program to itself", () => {
  assert.deepEqual(textsOf(replay(readRows("background-agent")).events, "text"), [
    "I have asked a helper.",
    "There are two files.",
  ]);
  assert.deepEqual(textsOf(replay(readRows("api-error")).events, "text"), []);
});

Deno.test("claudeStream() tells when each message was taken in, once", () => {
  const taken = replay(readRows("queued-coalesced")).events.flatMap((event) =>
    event.kind === "taken" ? [event.messageId.slice(-1)] : []
  );
  assert.deepEqual(taken, ["1", "2", "3"]);
});

Deno.test("claudeStream() refuses a permission that the CLI asks for", () => {
  const answers = replay(readRows("permission-asked")).written.filter(({ type }) =>
    type === "control_response"
  );
  assert.equal(answers.length, 1);
  const response = asObject(answers[0]?.response);
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
  assert.match(stream.hopeless() ?? "", /refused the key or the login \(401\)/);
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
