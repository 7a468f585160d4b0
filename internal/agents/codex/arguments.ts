/** How codex is started: all configuration is in the arguments, the person's own file stays as it is. @module */
import type { Image, ProviderAccess, StartSpec } from "../driver.ts";
import { posixHookCommand, windowsHookCommand } from "../hook_command.ts";
import type { JsonObject } from "../narrow.ts";

const HOOK_TIMEOUT_S = 30;
/** The variable by which codex finds the key; the configuration only names it. */
const KEY_VARIABLE = "NEWPI_CODEX_API_KEY";

export function codexArguments(spec: StartSpec): string[] {
  const settings = { ...FIXED, ...hookSettings(spec), ...providerSettings(spec.provider) };
  return ["app-server", ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])];
}

/** Values are TOML. */
const FIXED: Record<string, string> = {
  approval_policy: '"never"',
  sandbox_mode: '"danger-full-access"',
  // Helpers outlive the turn that started them, in both of their forms; a goal starts turns of its own.
  "features.multi_agent": "false",
  "features.multi_agent_v2.disable_native_tools": "true",
  "features.goals": "false",
  // Searches run at the provider, where no hook is asked.
  web_search: '"disabled"',
};

function hookSettings({ guard }: StartSpec): Record<string, string> {
  if (!guard) return {};
  const quote = Deno.build.os === "windows" ? windowsHookCommand : posixHookCommand;
  const hook = `{type="command",command=${toml(quote(guard, "codex"))},timeout=${HOOK_TIMEOUT_S}}`;
  return { "hooks.PreToolUse": `[{matcher=".*",hooks=[${hook}]}]` };
}

function providerSettings(provider: ProviderAccess | undefined): Record<string, string> {
  if (!provider?.openaiBaseUrl) return {};
  const key = provider.apiKey === null ? "" : `,env_key=${toml(KEY_VARIABLE)}`;
  const settings = `{name="newpi",base_url=${
    toml(provider.openaiBaseUrl)
  },wire_api="responses",requires_openai_auth=false${key}}`;
  return { model_provider: '"newpi"', "model_providers.newpi": settings };
}

/** A JSON string is a TOML string too, except for one control character. */
const toml = (text: string) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");

export function codexEnvironment({ env, provider }: StartSpec): Record<string, string> {
  const key = provider?.apiKey ?? null;
  return key === null ? env : { ...env, [KEY_VARIABLE]: key };
}

/** Members of `thread/start` and `thread/resume`. */
export function threadMembers({ cwd, role, charter, model, guard }: StartSpec): JsonObject {
  return {
    cwd,
    approvalPolicy: "never",
    sandbox: "danger-full-access",
    [role === "worker" ? "developerInstructions" : "baseInstructions"]: charter,
    ...(model === undefined ? {} : { model }),
    // Without it a hook that nobody has reviewed is passed over in silence.
    ...(guard ? { config: { bypass_hook_trust: true } } : {}),
  };
}

export function turnMembers({ effort }: StartSpec): JsonObject {
  return effort === undefined ? {} : { effort };
}

/** codex reads the files itself; of one that is gone it tells the model. */
export function inputOf(text: string, images: Image[] = []): JsonObject[] {
  return [{ type: "text", text }, ...images.map(({ path }) => ({ type: "localImage", path }))];
}
