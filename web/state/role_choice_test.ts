/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { ModelList, ProviderView } from "../../internal/contract/settings.ts";
import type { AgentInfo } from "../../internal/contract/system.ts";
import {
  askerOf,
  effortsOf,
  modelsOf,
  type Play,
  problemOf,
  samePlay,
  withAgent,
  withEffort,
  withModel,
  withProvider,
} from "./role_choice.ts";

function provider(id: string, members: Partial<ProviderView>): ProviderView {
  return {
    id,
    label: id,
    anthropicBaseUrl: "",
    openaiBaseUrl: "",
    piProvider: "",
    models: [],
    hasApiKey: false,
    apiKeyHint: "",
    ...members,
  };
}
const both = provider("both", { anthropicBaseUrl: "https://a", piProvider: "both", models: ["m-1", "m-2"] });
const openai = provider("openai", { openaiBaseUrl: "https://o" });
const PROVIDERS = [both, openai];

const LIST: ModelList = {
  agent: "codex",
  models: [{ id: "fast", efforts: ["low"] }, { id: "deep", efforts: ["low", "high"] }, { id: "plain" }],
  efforts: ["low", "medium"],
  source: "cli",
  error: null,
};
const agent = (kind: AgentInfo["kind"], available = true): AgentInfo => ({
  kind,
  available,
  version: null,
  demo: kind === "demo",
  problem: null,
});

Deno.test("withAgent() leaves behind what only the other agent knows", () => {
  const play: Play = { agent: "claude", provider: "both", model: "opus", effort: "high" };
  assert.deepEqual(withAgent(play, "codex", PROVIDERS), { agent: "codex" });
  assert.deepEqual(withAgent(play, "pi", PROVIDERS), { agent: "pi", provider: "both" });
  assert.deepEqual(withAgent(play, "claude", PROVIDERS), play);
  assert.equal(withAgent(play, null, PROVIDERS), null);
  assert.deepEqual(withAgent(null, "claude", PROVIDERS), { agent: "claude" });
});

Deno.test("withProvider() leaves the model behind, and an empty one is the agent's own login", () => {
  const play = { agent: "claude", provider: "both", model: "m-1", effort: "low" } as const;
  assert.deepEqual(withProvider(play, ""), { agent: "claude", effort: "low" });
  assert.deepEqual(withProvider(play, "other"), { agent: "claude", provider: "other", effort: "low" });
});

Deno.test("withModel() lets an effort go that the model does not know", () => {
  const play = { agent: "codex", model: "deep", effort: "high" } as const;
  assert.deepEqual(withModel(play, "fast", LIST), { agent: "codex", model: "fast" });
  assert.deepEqual(withModel(play, " deep ", LIST), play);
  assert.deepEqual(withModel(play, "fast", null), { ...play, model: "fast" }, "nobody knows yet");
  assert.deepEqual(withModel(play, "", LIST), { agent: "codex" });
});

Deno.test("withEffort() of nothing leaves it to the agent", () => {
  assert.deepEqual(withEffort({ agent: "codex", model: "deep", effort: "low" }, ""), {
    agent: "codex",
    model: "deep",
  });
});

Deno.test("samePlay() compares members, not their order", () => {
  assert.ok(samePlay({ agent: "pi", model: "a", effort: "low" }, { effort: "low", model: "a", agent: "pi" }));
  assert.ok(samePlay({ agent: "pi", model: undefined }, { agent: "pi" }));
  assert.ok(samePlay(null, null));
  assert.ok(!samePlay({ agent: "pi" }, null));
  assert.ok(!samePlay({ agent: "pi" }, { agent: "pi", provider: "both" }));
});

const problems: { name: string; play: Play; want: ReturnType<typeof problemOf> }[] = [
  { name: "nobody", play: null, want: null },
  { name: "an own login", play: { agent: "pi" }, want: null },
  { name: "a provider that fits", play: { agent: "claude", provider: "both" }, want: null },
  {
    name: "a provider that is gone",
    play: { agent: "claude", provider: "gone" },
    want: { member: "provider", problem: "providerGone" },
  },
  {
    name: "a provider of another protocol",
    play: { agent: "claude", provider: "openai" },
    want: { member: "provider", problem: "providerUnfit" },
  },
  {
    name: "pi with a provider and no model",
    play: { agent: "pi", provider: "both" },
    want: { member: "model", problem: "modelNeeded" },
  },
  {
    name: "a model with a space",
    play: { agent: "codex", model: "a b" },
    want: { member: "model", problem: "modelForm" },
  },
];
for (const { name, play, want } of problems) {
  Deno.test(`problemOf() judges ${name}`, () => assert.deepEqual(problemOf(play, PROVIDERS), want));
}

Deno.test("modelsOf() says whose names they are", () => {
  assert.deepEqual(modelsOf(LIST, undefined), { names: ["fast", "deep", "plain"], source: "cli" });
  assert.deepEqual(modelsOf(LIST, both), { names: ["m-1", "m-2"], source: "provider" });
  assert.deepEqual(modelsOf(LIST, openai), { names: [], source: "none" });
  assert.deepEqual(modelsOf({ ...LIST, models: [], source: "builtin" }, undefined), {
    names: [],
    source: "none",
  });
  assert.deepEqual(modelsOf(null, undefined), { names: [], source: "none" });
});

Deno.test("effortsOf() prefers what the model takes", () => {
  assert.deepEqual(effortsOf(LIST, "fast"), ["low"]);
  assert.deepEqual(effortsOf(LIST, "plain"), ["low", "medium"]);
  assert.deepEqual(effortsOf(LIST, "typed by hand"), ["low", "medium"]);
});

Deno.test("askerOf() finds an agent that is here and can speak to the provider", () => {
  const all = [agent("demo"), agent("claude", false), agent("codex"), agent("pi")];
  assert.deepEqual(askerOf(both, all), { agent: "pi", provider: "both", model: "m-1" });
  assert.deepEqual(askerOf(openai, all), { agent: "codex", provider: "openai" });
  assert.equal(askerOf(provider("pi-only", { piProvider: "x" }), all), null, "pi needs a model");
  assert.equal(askerOf(openai, [agent("demo")]), null);
});
