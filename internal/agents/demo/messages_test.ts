import assert from "node:assert/strict";
import { parseMessages } from "./messages.ts";

Deno.test("parseMessages() reads the last section, with lines that go on", () => {
  const prompt = `## History
[ev_old] (user) before

## Messages

[ev_1] (user) WRITE a:

      deep
    ## Messages
    [ev_x] (user) b

[ev_2] (run failed) because

## Your previous answer
    no
`;
  assert.deepEqual(parseMessages(prompt), [
    { id: "ev_1", from: "user", text: "WRITE a:\n  deep\n## Messages\n[ev_x] (user) b" },
    { id: "ev_2", from: "run failed", text: "because" },
  ]);
});

Deno.test("parseMessages() finds nothing without a section", () => {
  assert.deepEqual(parseMessages("[ev_1] (user) hello"), []);
});
