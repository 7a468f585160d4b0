import { useEffect } from "preact/hooks";
import type { AgentKind, RunAs } from "../../../internal/contract/common.ts";
import type { ModelList, ProviderView } from "../../../internal/contract/settings.ts";
import { AGENT_ENDPOINT } from "../../../internal/contract/settings_forms.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import {
  effortsOf,
  modelsOf,
  type Play,
  type PlayProblem,
  speaks,
  withEffort,
  withModel,
  withProvider,
} from "../../state/role_choice.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { SelectField } from "../../ui/select.tsx";
import { useSettings } from "./use_settings.ts";

interface PartProps {
  play: RunAs;
  onChange(play: RunAs): void;
}
interface ServedProps extends PartProps {
  providers: ProviderView[];
  problem: PlayProblem | null;
}

const NOBODY = "nobody";

export function AgentField({ play, agents, onChange }: {
  play: Play;
  agents: AgentInfo[];
  onChange(agent: AgentKind | null): void;
}) {
  const { i18n: { t } } = useApp();
  function label({ kind, version, available }: AgentInfo): string {
    const agent = t(`agent.${kind}`);
    if (!available) return t("settings.unavailable", { agent });
    return version === null ? agent : t("settings.agentOption", { agent, version });
  }
  const current = agents.find(({ kind }) => kind === play?.agent);
  const isGone = play !== null && current?.available !== true;
  return (
    <SelectField<AgentKind | typeof NOBODY>
      label={t("settings.field.agent")}
      value={play?.agent ?? NOBODY}
      problem={isGone ? t("settings.agentGone", { agent: t(`agent.${play.agent}`) }) : null}
      options={[
        { value: NOBODY, label: t("settings.nobody") },
        ...agents.map((agent) => ({ value: agent.kind, label: label(agent), disabled: !agent.available })),
      ]}
      onChange={(value) => onChange(value === NOBODY ? null : value)}
    />
  );
}

export function ProviderField({ play, providers, problem, onChange }: ServedProps) {
  const { i18n: { t } } = useApp();
  const agent = t(`agent.${play.agent}`);
  const known = providers.map((provider) => ({
    value: provider.id,
    label: speaks(provider, play.agent)
      ? provider.label
      : t("settings.providerUnfit", { provider: provider.label }),
    disabled: !speaks(provider, play.agent),
  }));
  const isGone = play.provider !== undefined && !known.some(({ value }) => value === play.provider);
  const needsNone = AGENT_ENDPOINT[play.agent] === null;
  return (
    <SelectField
      label={t("settings.field.provider")}
      value={play.provider ?? ""}
      disabled={needsNone}
      hint={needsNone ? t("settings.providerNone", { agent }) : undefined}
      problem={problem?.member === "provider"
        ? t(`settings.playProblem.${problem.problem}`, { agent })
        : null}
      options={[
        { value: "", label: needsNone ? t("settings.noneNeeded") : t("settings.ownLogin") },
        ...known,
        ...(isGone && play.provider !== undefined ? [{ value: play.provider, label: play.provider }] : []),
      ]}
      onChange={(provider) => onChange(withProvider(play, provider))}
    />
  );
}

export function ModelField({ play, providers, problem, onChange }: ServedProps) {
  const { i18n: { t } } = useApp();
  const list = useModels(play.agent);
  const agent = t(`agent.${play.agent}`);
  const provider = providers.find(({ id }) => id === play.provider);
  const known = typeof list === "string" ? null : list;
  const { names, source } = modelsOf(known, provider);
  const hasNone = AGENT_ENDPOINT[play.agent] === null;

  function hint(): string {
    if (hasNone) return t("settings.modelNone", { agent });
    if (provider === undefined && list === "loading") return t("settings.modelsLoading", { agent });
    if (provider === undefined && list === "failed") return t("settings.modelsFailed");
    if (source === "builtin" && known?.error) return t("settings.modelsUnasked", { agent });
    return t(`settings.modelSource.${source}`, { agent, provider: provider?.label ?? "" });
  }
  return (
    <Combobox
      label={t("settings.field.model")}
      value={play.model ?? ""}
      options={names}
      placeholder={hasNone ? t("settings.noneNeeded") : t("settings.ownChoice")}
      disabled={hasNone}
      hint={hint()}
      problem={problem?.member === "model" ? t(`settings.playProblem.${problem.problem}`, { agent }) : null}
      onInput={(model) => onChange(withModel(play, model, known))}
    />
  );
}

export function EffortField({ play, onChange }: PartProps) {
  const { i18n: { t } } = useApp();
  const list = useModels(play.agent);
  const efforts = typeof list === "string" ? [] : effortsOf(list, play.model);
  const hasNone = AGENT_ENDPOINT[play.agent] === null;
  const all = play.effort === undefined || efforts.includes(play.effort)
    ? efforts
    : [play.effort, ...efforts];
  return (
    <SelectField
      label={t("settings.field.effort")}
      value={play.effort ?? ""}
      disabled={all.length === 0}
      hint={hasNone ? t("settings.effortNone", { agent: t(`agent.${play.agent}`) }) : undefined}
      options={[
        { value: "", label: hasNone ? t("settings.noneNeeded") : t("settings.ownChoice") },
        ...all.map((effort) => ({ value: effort, label: effort })),
      ]}
      onChange={(effort) => onChange(withEffort(play, effort))}
    />
  );
}

function useModels(agent: AgentKind): ModelList | "loading" | "failed" {
  const { models } = useSettings();
  useEffect(() => void models.load(agent), [agent]);
  return models.of(agent);
}
