import assert from "node:assert/strict";
import { environment } from "./environment.ts";

const passed = [
  "PATH",
  "HOME",
  "ANTHROPIC_API_KEY",
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CODEX_HOME",
  "NEWPI_HOME",
];
const dropped = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_AGENT_SDK_VERSION",
  "CODEX_THREAD_ID",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "NEWPI_API_TOKEN",
  "NEWPI_RUN_ID",
  "NEWPI_RUN_DIR",
];

Deno.test("environment() drops marks of an outer agent and of the runtime", () => {
  const base = Object.fromEntries([...passed, ...dropped].map((name) => [name, "1"]));
  assert.deepEqual(Object.keys(environment(base)), passed);
});
