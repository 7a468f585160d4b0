import assert from "node:assert/strict";
import { distance, unknownCommand } from "./help.ts";

const distances: [a: string, b: string, want: number][] = [
  ["", "", 0],
  ["chat", "chat", 0],
  ["", "chat", 4],
  ["chat", "", 4],
  ["chatt", "chat", 1],
  ["hcat", "chat", 2],
  ["chat", "that", 1],
  ["serve", "server", 1],
  ["kitten", "sitting", 3],
];
for (const [a, b, want] of distances) {
  Deno.test(`distance() from "${a}" to "${b}" is ${want}`, () => assert.equal(distance(a, b), want));
}

Deno.test("distance() looks only at the beginning of a long word", () => {
  const startedAt = performance.now();
  assert.equal(distance("x".repeat(10_000_000), "chat"), 40);
  assert.ok(performance.now() - startedAt < 5000);
});

Deno.test("unknownCommand() names the nearest command, and never a hidden one", () => {
  const known = ["chat", "events", "_demo-agent"];
  assert.match(unknownCommand("chst", known).message, /did you mean "newpi chat"\?/);
  assert.match(unknownCommand("demo-agent", known).message, /"newpi help" lists them/);
  assert.match(unknownCommand("zzzzzzzz", known).message, /"newpi help" lists them/);
  assert.equal(unknownCommand("zzz", []).code, "UNKNOWN_COMMAND");
});
