/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { draftsState } from "./drafts.ts";
import { memoryStore } from "./storage.ts";

Deno.test("of() survives a reload, each thread its own", () => {
  const store = memoryStore();
  const before = draftsState(store);
  before.of("main").value = "half a thought";
  before.of("wi_aaaaaa").value = "another";
  const after = draftsState(store);
  assert.equal(after.of("main").value, "half a thought");
  assert.equal(after.of("wi_aaaaaa").value, "another");
  assert.equal(after.of("wi_bbbbbb").value, "");
});

Deno.test("of() leaves nothing behind when the text was sent", () => {
  const store = memoryStore();
  const draft = draftsState(store).of("main");
  draft.value = "sent";
  draft.value = "";
  assert.equal(store.get("newpi.draft.main"), null);
});

Deno.test("add() keeps what is typed", () => {
  const drafts = draftsState(memoryStore());
  drafts.add("main", "first");
  drafts.add("main", "second");
  assert.equal(drafts.of("main").value, "first\n\nsecond");
});
