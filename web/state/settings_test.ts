/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { ProviderView, SettingsView } from "../../internal/contract/settings.ts";
import { settingsState } from "./settings.ts";

const provider = (id: string): ProviderView => ({
  id,
  label: id,
  anthropicBaseUrl: "https://a",
  openaiBaseUrl: "",
  piProvider: "",
  models: [],
  hasApiKey: false,
  apiKeyHint: "",
});
const VIEW: SettingsView = {
  path: "/home/settings.json",
  roles: {
    primary: { agent: "claude", provider: "a" },
    manager: null,
    worker: { agent: "claude", provider: "a" },
  },
  providers: [provider("a"), provider("b")],
  binaries: { claude: "", codex: "", pi: "" },
};

function setUp(answers: (SettingsView | Error)[]) {
  const waiting = [...answers];
  const settings = settingsState({
    settings() {
      const answer = waiting.shift() ?? new Error("no more");
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    putRoles: (roles) => Promise.resolve({ roles: { ...VIEW.roles, ...roles } }),
    putBinaries: (binaries) => Promise.resolve({ ...VIEW, binaries: { ...VIEW.binaries, ...binaries } }),
    addProvider: ({ id }) => Promise.resolve({ provider: provider(id) }),
    patchProvider: (id, { label = id }) => Promise.resolve({ provider: { ...provider(id), label } }),
    removeProvider: (id) => id === "a" ? Promise.reject(new Error("in use")) : Promise.resolve({}),
  });
  return { settings };
}

Deno.test("load() fails only where there is nothing to show", async () => {
  const { settings } = setUp([new Error("down"), VIEW, new Error("down")]);
  await settings.load();
  assert.equal(settings.phase.value, "failed");
  const again = settings.load();
  assert.equal(settings.phase.value, "loading");
  await again;
  assert.equal(settings.phase.value, "ready");
  await settings.load();
  assert.equal(settings.phase.value, "ready");
  assert.deepEqual(settings.view.value, VIEW);
});

Deno.test("usersOf() names the roles of a provider", async () => {
  const { settings } = setUp([VIEW]);
  assert.deepEqual(settings.usersOf("a"), []);
  await settings.load();
  assert.deepEqual(settings.usersOf("a"), ["primary", "worker"]);
  assert.deepEqual(settings.usersOf("b"), []);
  await settings.putRoles({ primary: null });
  assert.deepEqual(settings.usersOf("a"), ["worker"]);
});

Deno.test("providers are shown as the server answers, and stay when it refuses", async () => {
  const { settings } = setUp([VIEW]);
  await settings.load();
  const shown = () => settings.view.value?.providers.map(({ label }) => label);
  await settings.addProvider({ id: "c", label: "c" });
  await settings.patchProvider("b", { label: "B" });
  assert.deepEqual(shown(), ["a", "B", "c"]);
  await settings.removeProvider("b");
  await assert.rejects(settings.removeProvider("a"));
  assert.deepEqual(shown(), ["a", "c"]);
});
