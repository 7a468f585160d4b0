import assert from "node:assert/strict";
import type { StartSpec } from "../driver.ts";
import { keyVariable, piArguments, piEnvironment } from "./arguments.ts";

const SPEC: StartSpec = {
  runId: "run_1",
  role: "worker",
  charter: "Be brief.",
  prompt: "Go",
  messageId: "m1",
  cwd: "/w",
  env: { PATH: "/bin", ANTHROPIC_AUTH_TOKEN: "inherited" },
  timeoutMs: 1000,
};
const KEY = "sk-secret-0123456789";
const provider = { piProvider: "anthropic", apiKey: KEY };

const valueOf = (args: string[], flag: string) =>
  args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;

Deno.test("piArguments() loads the guard and nothing else", () => {
  const args = piArguments(SPEC, "/runs/1/pi_guard.ts");
  assert.ok(args.includes("--no-extensions") && args.includes("--offline"));
  assert.equal(valueOf(args, "--extension"), "/runs/1/pi_guard.ts");
  assert.equal(piArguments(SPEC, null).includes("--extension"), false);
});

Deno.test("piArguments() adds a worker's charter and replaces the prompt of other roles", () => {
  assert.equal(valueOf(piArguments(SPEC, null), "--append-system-prompt"), "Be brief.");
  assert.equal(valueOf(piArguments({ ...SPEC, role: "primary" }, null), "--system-prompt"), "Be brief.");
});

Deno.test("piArguments() passes on provider, model, effort and session, and no key", () => {
  const args = piArguments({ ...SPEC, provider, model: "big", effort: "low", resume: "f1" }, null);
  const flags = ["--provider", "--model", "--thinking", "--session"];
  assert.deepEqual(flags.map((flag) => valueOf(args, flag)), ["anthropic", "big", "low", "f1"]);
  assert.ok(!args.join(" ").includes(KEY) && !args.includes("--api-key"));
});

Deno.test("piEnvironment() holds the provider's key, and none that pi would take before it", () => {
  const env = piEnvironment({ ...SPEC, provider });
  assert.equal(env.ANTHROPIC_API_KEY, KEY);
  assert.equal(env.ANTHROPIC_AUTH_TOKEN, undefined);
  assert.deepEqual(piEnvironment(SPEC), SPEC.env);
  assert.deepEqual(piEnvironment({ ...SPEC, provider: { ...provider, apiKey: null } }), SPEC.env);
});

Deno.test("piEnvironment() tells the extension how to ask", () => {
  const guard = { cmd: "/opt/my apps/newpi", args: ["guard"], runDir: "/runs/1" };
  assert.equal(piEnvironment({ ...SPEC, guard }).NEWPI_GUARD, '["/opt/my apps/newpi","guard","--cli","pi"]');
});

const names = [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["google", "GEMINI_API_KEY"],
  ["kimi-coding", "KIMI_API_KEY"],
  ["opencode-go", "OPENCODE_API_KEY"],
  ["my-own", "MY_OWN_API_KEY"],
] as const;
for (const [name, want] of names) {
  Deno.test(`keyVariable() is ${want} for ${name}`, () => assert.equal(keyVariable(name), want));
}
