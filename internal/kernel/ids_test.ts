import assert from "node:assert/strict";
import { EventId, RunId, ThreadId, WorkItemId } from "../contract/common.ts";
import { newId, randomHex } from "./ids.ts";

Deno.test("newId() makes ids that the contract takes", () => {
  EventId.parse(newId("ev_"));
  WorkItemId.parse(newId("wi_"));
  RunId.parse(newId("run_"));
  ThreadId.parse(newId("th_"));
});

Deno.test("newId() does not repeat itself and uses its whole alphabet", () => {
  const ids = Array.from({ length: 20_000 }, () => newId("ev_"));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(new Set(ids.flatMap((id) => [...id.slice(3)])).size, 32);
});

Deno.test("randomHex() has two digits for every byte, also small ones", () => {
  const tokens = Array.from({ length: 500 }, () => randomHex(20));
  for (const token of tokens) assert.match(token, /^[0-9a-f]{40}$/);
  assert.equal(new Set(tokens).size, tokens.length);
});
