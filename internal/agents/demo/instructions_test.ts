import assert from "node:assert/strict";
import { formatInstruction, type Instruction, parseInstructions } from "./instructions.ts";

const cases: { name: string; text: string; want: Instruction[] }[] = [
  { name: "a file", text: "WRITE hello.txt: hi", want: [{ verb: "write", path: "hello.txt", text: "hi" }] },
  {
    name: "a text of several lines",
    text: "WRITE a/b.md:\n# Title\n\n  body: x\n",
    want: [{ verb: "write", path: "a/b.md", text: "\n# Title\n\n  body: x" }],
  },
  { name: "a command with colons", text: "RUN: echo a: b", want: [{ verb: "run", command: "echo a: b" }] },
  {
    name: "one instruction after the other",
    text: "Please do this:\nWAIT: 0.5\nSAY: done\nASK: ok?\nFAIL: no",
    want: [
      { verb: "wait", seconds: 0.5 },
      { verb: "say", text: "done" },
      { verb: "ask", question: "ok?" },
      { verb: "fail", reason: "no" },
    ],
  },
  {
    name: "items of a list",
    text: "- READ: `a b.txt`\n2. RUN: ls",
    want: [{ verb: "read", path: "a b.txt" }, { verb: "run", command: "ls" }],
  },
  {
    name: "a Chinese colon",
    text: "WRITE 你好.txt：大家好",
    want: [{ verb: "write", path: "你好.txt", text: "大家好" }],
  },
  { name: "no instruction in prose", text: "Could you RUN: ls? I WRITE a lot.", want: [] },
  { name: "no verb with something before its colon", text: "RUN away: now", want: [] },
];
for (const { name, text, want } of cases) {
  Deno.test(`parseInstructions() reads ${name}`, () => assert.deepEqual(parseInstructions(text), want));
}

Deno.test("formatInstruction() is read as the same instruction", () => {
  const all = cases.flatMap(({ want }) => want);
  assert.deepEqual(parseInstructions(all.map(formatInstruction).join("\n")), all);
});
