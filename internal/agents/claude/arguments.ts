/** How Claude Code is started. @module */
import type { ProviderAccess, StartSpec } from "../driver.ts";
import { posixHookCommand } from "../hook_command.ts";
import { isAtLeast } from "../versions.ts";

/** The first version that was seen to keep a resumed session's charter up to date when told so. */
const HAS_PROMPT_SNAPSHOT = "2.1.332";
const HOOK_TIMEOUT_S = 30;

/**
 * Built-in tools whose work ends with the run. What is left out plans work for later (cron, wake-ups, monitors),
 * moves to another folder or talks to other sessions; names that a version does not know do no harm.
 */
const TOOLS = [
  "Bash",
  "PowerShell",
  "Read",
  "Edit",
  "Write",
  "NotebookEdit",
  "Glob",
  "Grep",
  "Task",
  "TaskOutput",
  "TaskStop",
  "TodoWrite",
  "Skill",
  "WebFetch",
  "WebSearch",
];

/** @param version `null`: unknown, so only what all versions have is used. */
export function claudeArguments(spec: StartSpec, version: string | null): string[] {
  return [
    ...STREAM_ARGUMENTS,
    ...["--setting-sources", "", "--strict-mcp-config", "--tools", toolsFor(spec).join(",")],
    ...charterArguments(spec, version),
    ...option("--model", spec.model),
    ...option("--effort", spec.effort),
    ...option("--resume", spec.resume),
    ...option("--settings", settingsFor(spec)),
  ];
}

/** What any program needs to speak the protocol; the demo agent is started with these too. */
export const STREAM_ARGUMENTS = [
  "-p",
  ...["--input-format", "stream-json"],
  ...["--output-format", "stream-json", "--verbose"],
  ...["--replay-user-messages", "--include-partial-messages"],
  ...["--permission-mode", "bypassPermissions"],
];

export function charterArguments({ role, charter, resume }: StartSpec, version: string | null): string[] {
  if (role === "worker") return ["--append-system-prompt", charter];
  const prompt = ["--system-prompt", charter];
  // A resumed session would keep the charter it began with.
  if (resume === undefined || version === null || !isAtLeast(version, HAS_PROMPT_SNAPSHOT)) return prompt;
  return [...prompt, "--system-prompt-snapshot", "off"];
}

/** Web searches run at the provider, and only Anthropic itself has them. */
function toolsFor({ provider }: StartSpec): string[] {
  return provider === undefined ? TOOLS : TOOLS.filter((tool) => tool !== "WebSearch");
}

function settingsFor({ guard }: StartSpec): string | undefined {
  if (!guard) return undefined;
  // Hooks run in a POSIX shell on Windows too, the one that comes with Git.
  const hook = { type: "command", command: posixHookCommand(guard, "claude"), timeout: HOOK_TIMEOUT_S };
  return JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks: [hook] }] } });
}

export const option = (flag: string, value: string | undefined) => value === undefined ? [] : [flag, value];

/** @param isRoot Claude Code does not work without permissions for root, unless told that it is in a sandbox. */
export function claudeEnvironment(spec: StartSpec, isRoot: boolean): Record<string, string> {
  const { provider, model } = spec;
  return {
    ...(provider === undefined ? spec.env : providerEnvironment(spec.env, provider, model)),
    ...STREAM_ENVIRONMENT,
    ...(isRoot ? { IS_SANDBOX: "1" } : {}),
  };
}

/** Asks the CLI to say when it is idle, the only reliable end of a run. */
export const STREAM_ENVIRONMENT = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" };

/** By these the CLI chooses a model for its own small jobs and for helpers; the provider may know no other. */
const MODEL_VARIABLES = [
  "ANTHROPIC_MODEL",
  "ANTHROPIC_DEFAULT_OPUS_MODEL",
  "ANTHROPIC_DEFAULT_SONNET_MODEL",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL",
  "ANTHROPIC_SMALL_FAST_MODEL",
  "CLAUDE_CODE_SUBAGENT_MODEL",
];

function providerEnvironment(
  env: Record<string, string>,
  { anthropicBaseUrl = "", apiKey }: ProviderAccess,
  model: string | undefined,
): Record<string, string> {
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith("ANTHROPIC_"));
  const models = model === undefined ? [] : MODEL_VARIABLES.map((name) => [name, model]);
  return {
    ...Object.fromEntries([...inherited, ...models]),
    ...(anthropicBaseUrl === "" ? {} : { ANTHROPIC_BASE_URL: anthropicBaseUrl }),
    ...(apiKey === null ? {} : { ANTHROPIC_AUTH_TOKEN: apiKey }),
  };
}
