/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import type { Roles } from "../../internal/contract/settings.ts";
import { ApiError } from "./api.ts";
import { draftsState } from "./drafts.ts";
import { roleDraftsState } from "./role_drafts.ts";
import { type KeyValueStore, memoryStore } from "./storage.ts";

const CLAUDE = { agent: "claude" } as const;
const CODEX = { agent: "codex" } as const;
const DEMO = { agent: "demo" } as const;

function setUp({ store = memoryStore(), refuse }: { store?: KeyValueStore; refuse?: keyof Roles } = {}) {
  const saved = signal<Roles | null>({ primary: DEMO, manager: DEMO, worker: DEMO });
  const sent: Partial<Roles>[] = [];
  const drafts = roleDraftsState({
    saved,
    keep: draftsState(store).of,
    put(change) {
      sent.push(change);
      if (refuse !== undefined && refuse in change) {
        return Promise.reject(new ApiError("PROVIDER_NOT_FOUND", "gone", 404));
      }
      if (saved.value !== null) saved.value = { ...saved.value, ...change };
      return Promise.resolve();
    },
  });
  return { drafts, saved, sent, store };
}

Deno.test("a choice is shown before it is saved, and choosing what is saved is no change", () => {
  const { drafts, sent } = setUp();
  drafts.change("primary", CLAUDE);
  assert.deepEqual(drafts.of("primary"), CLAUDE);
  assert.deepEqual(drafts.changed.value, ["primary"]);
  drafts.change("primary", DEMO);
  assert.deepEqual(drafts.changed.value, []);
  assert.deepEqual(sent, []);
});

Deno.test("a choice survives a reload, also that nobody shall play", () => {
  const { drafts, store } = setUp();
  drafts.change("primary", { agent: "codex", provider: "p", model: "m", effort: "low" });
  drafts.change("worker", null);
  const { drafts: again } = setUp({ store });
  assert.deepEqual(again.changed.value, ["primary", "worker"]);
  assert.deepEqual(again.of("primary"), { agent: "codex", provider: "p", model: "m", effort: "low" });
  assert.equal(again.of("worker"), null);
});

for (
  const kept of ["not json", "[]", "{}", '{"was":null,"wants":{"agent":"nobody"}}', '{"was":1,"wants":null}']
) {
  Deno.test(`what the browser kept and nobody understands is no choice: ${kept}`, () => {
    const store = memoryStore();
    store.set("newpi.draft.role.primary", kept);
    const { drafts } = setUp({ store });
    assert.deepEqual(drafts.changed.value, []);
    assert.deepEqual(drafts.of("primary"), DEMO);
  });
}

Deno.test("save() sends what differs and nothing else", async () => {
  const { drafts, sent, store } = setUp();
  drafts.change("manager", CODEX);
  assert.equal(await drafts.save(), true);
  assert.deepEqual(sent, [{ manager: CODEX }]);
  assert.deepEqual(drafts.changed.value, []);
  assert.equal(store.get("newpi.draft.role.manager"), null);
  assert.equal(drafts.isSaving.value, false);
});

Deno.test("save() keeps a refused choice with its reason, and takes the others", async () => {
  const { drafts, saved } = setUp({ refuse: "primary" });
  drafts.change("primary", { agent: "claude", provider: "gone" });
  drafts.change("worker", CLAUDE);
  assert.equal(await drafts.save(), false);
  assert.deepEqual(saved.value?.worker, CLAUDE);
  assert.deepEqual(drafts.changed.value, ["primary"]);
  const error = drafts.refusals.value.primary;
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, "PROVIDER_NOT_FOUND");
  drafts.change("primary", CLAUDE);
  assert.equal(drafts.refusals.value.primary, undefined, "another choice, no reason yet");
});

Deno.test("what somebody else saved meanwhile is not overwritten unseen", () => {
  const { drafts, saved } = setUp();
  drafts.change("primary", CLAUDE);
  assert.equal(drafts.isOvertaken("primary"), false);
  saved.value = { primary: CODEX, manager: DEMO, worker: DEMO };
  assert.equal(drafts.isOvertaken("primary"), true);
  drafts.change("primary", { agent: "claude", effort: "low" });
  assert.equal(drafts.isOvertaken("primary"), true, "going on to choose is no answer");
  drafts.insist("primary");
  assert.equal(drafts.isOvertaken("primary"), false);
  assert.deepEqual(drafts.of("primary"), { agent: "claude", effort: "low" });
  drafts.discard("primary");
  assert.deepEqual(drafts.of("primary"), CODEX);
});

Deno.test("somebody else who chose the same leaves nothing to save", () => {
  const { drafts, saved } = setUp();
  drafts.change("primary", CLAUDE);
  saved.value = { primary: CLAUDE, manager: DEMO, worker: DEMO };
  assert.deepEqual(drafts.changed.value, []);
  assert.equal(drafts.isOvertaken("primary"), false);
});

Deno.test("before the settings are read nothing counts as changed", () => {
  const { drafts, saved } = setUp();
  drafts.change("primary", CLAUDE);
  saved.value = null;
  assert.deepEqual(drafts.changed.value, []);
});
