/** Providers: what may be stored, what is shown of it, and what an agent is given. @module */
import type { RunAs } from "../contract/common.ts";
import { AGENT_ENDPOINT } from "../contract/settings_forms.ts";
import type { Preset, ProviderView, Roles, StoredProvider } from "../contract/settings.ts";
import { ProviderInUseError, ProviderNotFoundError, ProviderUnusableError } from "./error.ts";

/** What a CLI needs to reach a provider; the key goes into its environment and nowhere else. */
export interface ProviderAccess {
  anthropicBaseUrl: string;
  openaiBaseUrl: string;
  piProvider: string;
  apiKey: string | null;
}

const emptyProvider = { anthropicBaseUrl: "", openaiBaseUrl: "", piProvider: "", apiKey: "", models: [] };

/** @throws {ProviderUnusableError} It has no endpoint at all. */
export function completeProvider(
  given: Partial<StoredProvider> & { id: string; label: string },
): StoredProvider {
  const provider = { ...emptyProvider, ...given };
  if (provider.anthropicBaseUrl === "" && provider.openaiBaseUrl === "" && provider.piProvider === "") {
    throw new ProviderUnusableError(`Provider "${given.id}" needs at least one of its three endpoints`);
  }
  return provider;
}

export function viewProvider({ apiKey, ...provider }: StoredProvider): ProviderView {
  const { id, label, anthropicBaseUrl, openaiBaseUrl, piProvider, models } = provider;
  const hasApiKey = apiKey !== "";
  const apiKeyHint = !hasApiKey ? "" : apiKey.length > 8 ? `…${apiKey.slice(-4)}` : "…";
  return { id, label, anthropicBaseUrl, openaiBaseUrl, piProvider, models, hasApiKey, apiKeyHint };
}

/**
 * @returns null when the choice names no provider.
 * @throws {ProviderNotFoundError} Or {ProviderUnusableError}: the provider does not speak what this agent speaks.
 */
export function accessFor(providers: readonly StoredProvider[], choice: RunAs): ProviderAccess | null {
  if (choice.provider === undefined) return null;
  const provider = providers.find((each) => each.id === choice.provider);
  if (provider === undefined) throw new ProviderNotFoundError(`Cannot find provider "${choice.provider}"`);
  const { agent } = choice;
  const endpoint = AGENT_ENDPOINT[agent];
  if (endpoint === null || provider[endpoint] === "") {
    throw new ProviderUnusableError(
      `Provider "${provider.id}" has no endpoint for the agent ${agent}`,
    );
  }
  if (agent === "pi" && choice.model === undefined) {
    throw new ProviderUnusableError("pi needs a model when it uses a provider");
  }
  const { anthropicBaseUrl, openaiBaseUrl, piProvider, apiKey } = provider;
  return { anthropicBaseUrl, openaiBaseUrl, piProvider, apiKey: apiKey === "" ? null : apiKey };
}

/** @throws {ProviderInUseError} Names the role. */
export function refuseWhileUsed(id: string, roles: Roles): void {
  const role = Object.entries(roles).find(([, plays]) => plays?.provider === id)?.[0];
  if (role !== undefined) throw new ProviderInUseError(`Provider "${id}" is used by the role ${role}`);
}

/** Starting points; the addresses are those the providers document for each protocol. */
export const presets: readonly Preset[] = [
  preset("anthropic", "Anthropic", {
    anthropicBaseUrl: "https://api.anthropic.com",
    piProvider: "anthropic",
  }),
  preset("openai", "OpenAI", { openaiBaseUrl: "https://api.openai.com/v1", piProvider: "openai" }),
  preset("deepseek", "DeepSeek", {
    anthropicBaseUrl: "https://api.deepseek.com/anthropic",
    piProvider: "deepseek",
  }),
  preset("moonshot", "Moonshot AI", { anthropicBaseUrl: "https://api.moonshot.ai/anthropic" }),
  preset("kimi-coding", "Kimi for coding", {
    anthropicBaseUrl: "https://api.kimi.com/coding",
    piProvider: "kimi-coding",
  }),
  preset("zhipu", "Zhipu", { anthropicBaseUrl: "https://open.bigmodel.cn/api/anthropic" }),
  preset("zai", "Z.ai", { anthropicBaseUrl: "https://api.z.ai/api/anthropic", piProvider: "zai" }),
  preset("openrouter", "OpenRouter", {
    anthropicBaseUrl: "https://openrouter.ai/api",
    openaiBaseUrl: "https://openrouter.ai/api/v1",
    piProvider: "openrouter",
  }),
  preset("opencode-go", "OpenCode Go", { piProvider: "opencode-go" }),
];

function preset(id: string, label: string, endpoints: Partial<Preset>): Preset {
  return { id, label, anthropicBaseUrl: "", openaiBaseUrl: "", piProvider: "", ...endpoints };
}
