import assert from "node:assert/strict";
import type { StartSpec } from "../driver.ts";
import { codexArguments, codexEnvironment, inputOf, threadMembers, turnMembers } from "./arguments.ts";

const SPEC: StartSpec = {
  runId: "run_1",
  role: "worker",
  charter: "Be brief.",
  prompt: "Go",
  messageId: "m1",
  cwd: "/w",
  env: { PATH: "/bin" },
  timeoutMs: 1000,
};
const KEY = "sk-secret-0123456789";
const guard = { cmd: "/opt/my apps/newpi", args: ["guard"], runDir: "/runs/1" };
const provider = { openaiBaseUrl: "https://models.example/v1", apiKey: KEY };

/** The values behind `-c`, by key. */
function settingsOf(spec: StartSpec): Record<string, string> {
  const [command, ...rest] = codexArguments(spec);
  assert.equal(command, "app-server");
  const pairs = rest.filter((word) => word !== "-c").map((pair) => pair.split(/=(.*)/s));
  assert.equal(rest.length, pairs.length * 2);
  return Object.fromEntries(pairs);
}

Deno.test("codexArguments() never asks anybody, and starts nothing that outlives the turn", () => {
  const settings = settingsOf(SPEC);
  assert.equal(settings.approval_policy, '"never"');
  assert.equal(settings["features.multi_agent"], "false");
  assert.equal(settings["features.multi_agent_v2.disable_native_tools"], "true");
  assert.equal(settings.web_search, '"disabled"');
  assert.equal(settings["hooks.PreToolUse"], undefined);
});

Deno.test({
  name: "codexArguments() puts the guard in the way of every tool",
  ignore: Deno.build.os === "windows",
  fn() {
    assert.equal(
      settingsOf({ ...SPEC, guard })["hooks.PreToolUse"],
      `[{matcher=".*",hooks=[{type="command",command="'/opt/my apps/newpi' guard --cli codex",timeout=30}]}]`,
    );
  },
});

Deno.test("codexArguments() names the provider's key, and only the environment holds it", () => {
  const spec = { ...SPEC, provider };
  const settings = settingsOf(spec);
  assert.equal(settings.model_provider, '"newpi"');
  assert.match(
    settings["model_providers.newpi"] ?? "",
    /base_url="https:\/\/models.example\/v1".+env_key="NEWPI_CODEX_API_KEY"/,
  );
  assert.ok(!codexArguments(spec).join(" ").includes(KEY));
  assert.equal(codexEnvironment(spec).NEWPI_CODEX_API_KEY, KEY);
});

Deno.test("codexArguments() needs no key for a provider that wants none", () => {
  const spec = { ...SPEC, provider: { ...provider, apiKey: null } };
  assert.doesNotMatch(settingsOf(spec)["model_providers.newpi"] ?? "", /env_key/);
  assert.deepEqual(codexEnvironment(spec), SPEC.env);
});

Deno.test("threadMembers() adds a worker's charter and replaces the prompt of other roles", () => {
  assert.equal(threadMembers(SPEC).developerInstructions, "Be brief.");
  assert.equal(threadMembers({ ...SPEC, role: "manager" }).baseInstructions, "Be brief.");
});

Deno.test("threadMembers() makes codex trust the hook only when there is one of ours", () => {
  assert.deepEqual(threadMembers({ ...SPEC, guard }).config, { bypass_hook_trust: true });
  assert.equal(threadMembers(SPEC).config, undefined);
});

Deno.test("threadMembers() and turnMembers() pass on model and effort", () => {
  assert.equal(threadMembers({ ...SPEC, model: "gpt-5" }).model, "gpt-5");
  assert.deepEqual(turnMembers({ ...SPEC, effort: "high" }), { effort: "high" });
  assert.deepEqual(turnMembers(SPEC), {});
});

Deno.test("inputOf() names the files of images", () => {
  assert.deepEqual(inputOf("See", [{ mimeType: "image/png", path: "/inbox/a.png" }]), [
    { type: "text", text: "See" },
    { type: "localImage", path: "/inbox/a.png" },
  ]);
});
