/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { describeStep, runSteps } from "./steps.ts";
import { testEvent } from "./testing.ts";

const cases = [
  {
    name: "says what is written",
    tool: "Write",
    input: "hello.txt",
    want: { verb: "write", object: "hello.txt" },
  },
  {
    name: "finds the command in JSON",
    tool: "Bash",
    input: '{"command":"npm test -- \\"a b\\"","timeout":5}',
    want: { verb: "run", object: 'npm test -- "a b"' },
  },
  {
    name: "finds it in JSON that was cut",
    tool: "Write",
    input: '{"file_path":"/w/a.ts","content":"const a',
    want: { verb: "write", object: "a.ts" },
  },
  {
    name: "finds it where the cut went through it",
    tool: "Bash",
    input: '{"command":"echo aaaa',
    want: { verb: "run", object: "echo aaaa" },
  },
  {
    name: "takes the first line of a long command",
    tool: "Bash",
    input: "set -e\nmake",
    want: { verb: "run", object: "set -e" },
  },
  {
    name: "leaves a path elsewhere whole",
    tool: "Read",
    input: "/etc/hosts",
    want: { verb: "read", object: "/etc/hosts" },
  },
  {
    name: "does not take a neighbour for the workspace",
    tool: "Read",
    input: "/work/a",
    want: { verb: "read", object: "/work/a" },
  },
  {
    name: "says how long it waits",
    tool: "Wait",
    input: '{"seconds":20}',
    want: { verb: "wait", object: "20 s" },
  },
  {
    name: "names a tool it does not know",
    tool: "mcp__mail__send",
    input: '{"to":"x"}',
    want: { verb: "other", object: "mcp__mail__send" },
  },
  {
    name: "does not print a whole plan",
    tool: "TodoWrite",
    input: '{"todos":[]}',
    want: { verb: "plan", object: "" },
  },
];
for (const { name, tool, input, want } of cases) {
  Deno.test(`describeStep() ${name}`, () => assert.deepEqual(describeStep(tool, input, "/w"), want));
}

const intent = (seq: number, callId: string) =>
  testEvent({ seq, kind: "side_effect.intent", payload: { tool: "Bash", input: callId, callId } });
const result = (seq: number, callId: string, isError = false) =>
  testEvent({
    seq,
    kind: "side_effect.result",
    payload: { tool: "Bash", isError, callId, output: `out ${callId}` },
  });

Deno.test("runSteps() joins calls and results that overlap", () => {
  const steps = runSteps([intent(1, "a"), intent(2, "b"), result(3, "b", true), result(4, "a")], "");
  assert.deepEqual(steps.map(({ callId, isError, output }) => [callId, isError, output]), [[
    "a",
    false,
    "out a",
  ], ["b", true, "out b"]]);
});

Deno.test("runSteps() leaves a step without a result open", () => {
  assert.equal(runSteps([intent(1, "a")], "")[0]?.finishedAt, null);
});

Deno.test("runSteps() skips a result whose call is on a page that is not loaded", () => {
  assert.deepEqual(runSteps([result(1, "a")], ""), []);
});
