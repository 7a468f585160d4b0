import assert from "node:assert/strict";
import { parseMessages } from "./messages.ts";

Deno.test("parseMessages() reads the last section, with lines that go on", () => {
  const prompt =
    "## History\n[ev_old] (user) before\n\n## Messages\n\n[ev_1] (user) WRITE a:\n\n## Messages\nb\n" +
    "[ev_2] (run failed) because\n";
  assert.deepEqual(parseMessages(prompt), [
    { id: "ev_1", from: "user", text: "WRITE a:\n\n## Messages\nb" },
    { id: "ev_2", from: "run failed", text: "because" },
  ]);
});

Deno.test("parseMessages() finds nothing without a section", () => {
  assert.deepEqual(parseMessages("[ev_1] (user) hello"), []);
});
