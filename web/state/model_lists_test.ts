/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { ModelList } from "../../internal/contract/settings.ts";
import { modelListsState } from "./model_lists.ts";

const LIST: ModelList = { agent: "codex", models: [], efforts: ["low"], source: "cli", error: null };

function setUp(answers: (ModelList | Error)[]) {
  let asked = 0;
  const lists = modelListsState({
    models() {
      const answer = answers[asked++] ?? LIST;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { lists, asked: () => asked };
}

Deno.test("a list is asked for once, however many fields show it", async () => {
  const { lists, asked } = setUp([LIST]);
  assert.equal(lists.of("codex"), "loading");
  await Promise.all([lists.load("codex"), lists.load("codex")]);
  await lists.load("codex");
  assert.deepEqual(lists.of("codex"), LIST);
  assert.equal(asked(), 1);
});

Deno.test("a list that could not be read is asked for again, and so is one of another program", async () => {
  const { lists, asked } = setUp([new Error("broken"), LIST]);
  await lists.load("codex");
  assert.equal(lists.of("codex"), "failed");
  await lists.load("codex");
  assert.deepEqual(lists.of("codex"), LIST);
  lists.forget("codex");
  assert.equal(lists.of("codex"), "loading");
  await lists.load("codex");
  assert.equal(asked(), 3);
});
