import assert from "node:assert/strict";
import type { StartSpec } from "../driver.ts";
import { claudeArguments, claudeEnvironment } from "./arguments.ts";

const SPEC: StartSpec = {
  runId: "run_1",
  role: "worker",
  charter: "Be brief.",
  prompt: "Go",
  messageId: "m1",
  cwd: "/w",
  env: { PATH: "/bin", ANTHROPIC_API_KEY: "inherited", ANTHROPIC_CUSTOM_HEADERS: "x" },
  timeoutMs: 1000,
};
const KEY = "sk-secret-0123456789";
const provider = { anthropicBaseUrl: "https://models.example", apiKey: KEY };

/** The word behind a flag. */
const valueOf = (args: string[], flag: string) =>
  args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;

const charters = [
  {
    name: "appends a worker's charter",
    spec: SPEC,
    version: "2.1.332",
    want: ["--append-system-prompt", "Be brief."],
  },
  {
    name: "replaces the prompt of other roles",
    spec: { ...SPEC, role: "primary" as const },
    version: "2.1.332",
    want: ["--system-prompt", "Be brief."],
  },
  {
    name: "keeps a resumed session's charter up to date",
    spec: { ...SPEC, role: "manager" as const, resume: "s1" },
    version: "2.1.332",
    want: ["--system-prompt", "Be brief.", "--system-prompt-snapshot", "off"],
  },
  {
    name: "does not ask an old version for that",
    spec: { ...SPEC, role: "manager" as const, resume: "s1" },
    version: "2.1.197",
    want: ["--system-prompt", "Be brief."],
  },
  {
    name: "nor one that does not say which it is",
    spec: { ...SPEC, role: "manager" as const, resume: "s1" },
    version: null,
    want: ["--system-prompt", "Be brief."],
  },
];
for (const { name, spec, version, want } of charters) {
  Deno.test(`claudeArguments() ${name}`, () => {
    const args = claudeArguments(spec, version);
    const at = args.indexOf(want[0] ?? "");
    assert.deepEqual(args.slice(at, at + want.length), want);
    assert.equal(args.includes("--system-prompt-snapshot"), want.length === 4);
  });
}

Deno.test("claudeArguments() puts the guard in the way of every tool", () => {
  const guard = { cmd: "/opt/my apps/newpi", args: ["guard"], runDir: "/runs/1" };
  const settings = JSON.parse(valueOf(claudeArguments({ ...SPEC, guard }, null), "--settings") ?? "");
  assert.deepEqual(settings, {
    hooks: {
      PreToolUse: [{
        matcher: "*",
        hooks: [{ type: "command", command: "'/opt/my apps/newpi' guard --cli claude", timeout: 30 }],
      }],
    },
  });
});

Deno.test("claudeArguments() keeps the person's own hooks and servers out", () => {
  const args = claudeArguments(SPEC, null);
  assert.equal(valueOf(args, "--setting-sources"), "");
  assert.ok(args.includes("--strict-mcp-config"));
  assert.doesNotMatch(valueOf(args, "--tools") ?? "", /Cron|Wakeup|Worktree|SendMessage/);
});

Deno.test("claudeArguments() passes on model, effort and session", () => {
  const args = claudeArguments({ ...SPEC, model: "opus", effort: "high", resume: "s1" }, null);
  assert.deepEqual(["--model", "--effort", "--resume"].map((flag) => valueOf(args, flag)), [
    "opus",
    "high",
    "s1",
  ]);
});

Deno.test("claudeArguments() offers no web search where the provider has none", () => {
  assert.match(valueOf(claudeArguments(SPEC, null), "--tools") ?? "", /WebSearch/);
  assert.doesNotMatch(valueOf(claudeArguments({ ...SPEC, provider }, null), "--tools") ?? "", /WebSearch/);
});

Deno.test("claudeEnvironment() keeps the person's own login", () => {
  const env = claudeEnvironment(SPEC, false);
  assert.equal(env.ANTHROPIC_API_KEY, "inherited");
  assert.equal(env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS, "1");
  assert.equal(env.IS_SANDBOX, undefined);
});

Deno.test("claudeEnvironment() says that it is a sandbox to root only", () => {
  assert.equal(claudeEnvironment(SPEC, true).IS_SANDBOX, "1");
});

Deno.test("claudeEnvironment() replaces all of the login by a provider, key included", () => {
  const env = claudeEnvironment({ ...SPEC, provider, model: "big" }, false);
  const names = Object.keys(env).filter((name) => name.startsWith("ANTHROPIC_")).sort();
  assert.deepEqual(names, [
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL",
    "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "ANTHROPIC_MODEL",
    "ANTHROPIC_SMALL_FAST_MODEL",
  ]);
  assert.deepEqual([env.ANTHROPIC_AUTH_TOKEN, env.ANTHROPIC_BASE_URL, env.CLAUDE_CODE_SUBAGENT_MODEL], [
    KEY,
    "https://models.example",
    "big",
  ]);
  assert.ok(!claudeArguments({ ...SPEC, provider }, null).join(" ").includes(KEY));
});
