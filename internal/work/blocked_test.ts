import assert from "node:assert/strict";
import { blockedQuestion } from "./blocked.ts";

const cases: [text: string, want: string | null][] = [
  ["", null],
  ["All done.", null],
  ["BLOCKED: Which colour?", "Which colour?"],
  ["I stopped.\nBLOCKED:   Which colour?  \n\n", "Which colour?"],
  ["I stopped.\r\nBLOCKED: Which colour?\r\n", "Which colour?"],
  ["BLOCKED: Which?\nNo, I found out.", null],
  ["BLOCKED:", null],
  ["BLOCKED: \n", null],
  ["It is BLOCKED: really", null],
  ["BLOCKED: one\nBLOCKED: two", "two"],
];
for (const [text, want] of cases) {
  Deno.test(`blockedQuestion() of ${JSON.stringify(text)} is ${JSON.stringify(want)}`, () => {
    assert.equal(blockedQuestion(text), want);
  });
}

Deno.test("blockedQuestion() reads a long text at once", () => {
  const startedAt = performance.now();
  assert.equal(blockedQuestion(`BLOCKED: x${" ".repeat(200_000)}\nmore`), null);
  assert.equal(blockedQuestion("\n".repeat(1_000_000) + "BLOCKED: y"), "y");
  assert.ok(performance.now() - startedAt < 10_000);
});
