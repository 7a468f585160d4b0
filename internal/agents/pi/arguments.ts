/** How pi is started. Keys are in the environment only: arguments can be read by every process of the machine. @module */
import type { StartSpec } from "../driver.ts";
import { guardArguments } from "../hook_command.ts";

/** @param extension The guard, as a file; without one no tool call is judged. */
export function piArguments(spec: StartSpec, extension: string | null): string[] {
  const { role, charter, model, effort, resume, provider } = spec;
  return [
    ...["--mode", "rpc", "--offline"],
    // What the person or the project installed is not loaded: it could change a call after it was judged.
    ...["--no-extensions", "--no-mcp", "--no-approve"],
    ...(extension === null ? [] : ["--extension", extension]),
    ...[role === "worker" ? "--append-system-prompt" : "--system-prompt", charter],
    ...(provider?.piProvider ? ["--provider", provider.piProvider] : []),
    ...(model === undefined ? [] : ["--model", model]),
    ...(effort === undefined ? [] : ["--thinking", effort]),
    ...(resume === undefined ? [] : ["--session", resume]),
  ];
}

/** By these names pi looks for keys of its own providers; all others follow the rule below. */
const KEY_VARIABLES: Readonly<Record<string, string>> = {
  "azure": "AZURE_OPENAI_API_KEY",
  "azure-openai-responses": "AZURE_OPENAI_API_KEY",
  "cloudflare-ai-gateway": "CLOUDFLARE_API_KEY",
  "cloudflare-workers-ai": "CLOUDFLARE_API_KEY",
  "google": "GEMINI_API_KEY",
  "google-vertex": "GOOGLE_CLOUD_API_KEY",
  "kimi-coding": "KIMI_API_KEY",
  "moonshotai": "MOONSHOT_API_KEY",
  "moonshotai-cn": "MOONSHOT_API_KEY",
  "opencode-go": "OPENCODE_API_KEY",
  "vercel-ai-gateway": "AI_GATEWAY_API_KEY",
};

/** pi would take these before the key that it is given. */
const STRONGER = ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN"];

export function keyVariable(provider: string): string {
  return KEY_VARIABLES[provider] ?? `${provider.replaceAll("-", "_").toUpperCase()}_API_KEY`;
}

export function piEnvironment({ env, provider, guard }: StartSpec): Record<string, string> {
  return {
    ...(provider?.piProvider ? withKey(env, provider.piProvider, provider.apiKey) : env),
    ...(guard ? { NEWPI_GUARD: JSON.stringify(guardArguments(guard, "pi")) } : {}),
  };
}

function withKey(env: Record<string, string>, provider: string, key: string | null): Record<string, string> {
  if (key === null) return env;
  const kept = Object.entries(env).filter(([name]) => !STRONGER.includes(name));
  return { ...Object.fromEntries(kept), [keyVariable(provider)]: key };
}
