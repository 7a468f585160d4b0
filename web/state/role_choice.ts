/** Agent, provider, model and effort of a role: what goes together, and what has to change with what. @module */
import type { AgentKind, RunAs } from "../../internal/contract/common.ts";
import type { ModelList, ProviderView } from "../../internal/contract/settings.ts";
import { AGENT_ENDPOINT, MODEL_NAME } from "../../internal/contract/settings_forms.ts";
import type { AgentInfo } from "../../internal/contract/system.ts";

/** `null`: nobody plays it. */
export type Play = RunAs | null;

/** What cannot be saved like this, and where that shows. */
export interface PlayProblem {
  member: "provider" | "model";
  problem: "providerGone" | "providerUnfit" | "modelNeeded" | "modelForm";
}

export interface ModelChoice {
  names: string[];
  /** Who names them: the CLI, newpi, the provider's own settings, or nobody. */
  source: ModelList["source"] | "provider" | "none";
}

export function speaks(provider: ProviderView, agent: AgentKind): boolean {
  const member = AGENT_ENDPOINT[agent];
  return member !== null && provider[member] !== "";
}

/** Models and efforts are words of one agent; a provider may serve the other one too. */
export function withAgent(play: Play, agent: AgentKind | null, providers: readonly ProviderView[]): Play {
  if (agent === null) return null;
  if (play?.agent === agent) return play;
  const provider = providers.find(({ id }) => id === play?.provider);
  return provider !== undefined && speaks(provider, agent) ? { agent, provider: provider.id } : { agent };
}

/** Another provider has other models. @param provider "" is the agent's own login. */
export function withProvider({ agent, effort }: RunAs, provider: string): RunAs {
  return { agent, ...given({ provider, effort }) };
}

/** An effort that this model does not know is let go. */
export function withModel(play: RunAs, typed: string, list: ModelList | null): RunAs {
  const { agent, provider, effort = "" } = play;
  const model = typed.trim();
  const isKnown = list === null || effortsOf(list, model).includes(effort);
  return { agent, ...given({ provider, model, effort: isKnown ? effort : "" }) };
}

export function withEffort({ agent, provider, model }: RunAs, effort: string): RunAs {
  return { agent, ...given({ provider, model, effort }) };
}

/** What is empty is left to the agent. */
function given(members: Omit<RunAs, "agent">): Omit<RunAs, "agent"> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ""),
  );
}

export function samePlay(one: Play, other: Play): boolean {
  if (one === null || other === null) return one === other;
  return (["agent", "provider", "model", "effort"] as const).every((member) => one[member] === other[member]);
}

export function problemOf(play: Play, providers: readonly ProviderView[]): PlayProblem | null {
  if (play === null) return null;
  const { agent, provider: id, model } = play;
  if (model !== undefined && !MODEL_NAME.test(model)) return { member: "model", problem: "modelForm" };
  if (id === undefined) return null;
  const provider = providers.find((each) => each.id === id);
  if (provider === undefined) return { member: "provider", problem: "providerGone" };
  if (!speaks(provider, agent)) return { member: "provider", problem: "providerUnfit" };
  return agent === "pi" && model === undefined ? { member: "model", problem: "modelNeeded" } : null;
}

export function modelsOf(list: ModelList | null, provider: ProviderView | undefined): ModelChoice {
  if (provider !== undefined) {
    return provider.models.length === 0
      ? { names: [], source: "none" }
      : { names: provider.models, source: "provider" };
  }
  const names = list?.models.map(({ id }) => id) ?? [];
  return { names, source: names.length === 0 ? "none" : list?.source ?? "none" };
}

/** Those of the model where the CLI names them, else all that the CLI takes. */
export function effortsOf({ models, efforts }: ModelList, model: string | undefined): string[] {
  const own = models.find(({ id }) => id === model)?.efforts;
  return own !== undefined && own.length > 0 ? own : efforts;
}

/** The first agent that is here and can ask this provider something; null: nobody can. */
export function askerOf(provider: ProviderView, agents: readonly AgentInfo[]): RunAs | null {
  const model = provider.models[0];
  const asker = agents.find(({ kind, available }) =>
    available && speaks(provider, kind) && (kind !== "pi" || model !== undefined)
  );
  return asker === undefined ? null : { agent: asker.kind, provider: provider.id, ...given({ model }) };
}
