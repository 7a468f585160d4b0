import type { RoleName } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { Select } from "../../ui/select.tsx";
import { Setting } from "./setting.tsx";

const ROLES: readonly RoleName[] = ["primary", "manager", "worker"];
const NOBODY = "nobody";
type Choice = AgentInfo["kind"] | typeof NOBODY;

/** Which agent plays which role; a choice is saved at once. */
export function AgentSettings() {
  const { i18n: { t }, system, attempt, toasts } = useApp();
  const agents = system.agents.value ?? [];
  const roles = system.roles.value;

  async function choose(role: RoleName, choice: Choice) {
    const plays = choice === NOBODY ? null : { agent: choice };
    const saved = await attempt(() => system.putRoles({ [role]: plays }));
    if (saved) toasts.show({ tone: "neutral", text: t("settings.saved") });
  }
  function label({ kind, version, available }: AgentInfo): string {
    const agent = t(`agent.${kind}`);
    if (!available) return t("settings.unavailable", { agent });
    return version === null ? agent : t("settings.agentOption", { agent, version });
  }
  const options = [
    { value: NOBODY, label: t("settings.nobody") },
    ...agents.map((agent) => ({ value: agent.kind, label: label(agent), disabled: !agent.available })),
  ] satisfies { value: Choice; label: string; disabled?: boolean }[];

  return (
    <section aria-labelledby="agents">
      <h2 id="agents">{t("settings.agents")}</h2>
      <p class="settings-text">{t("settings.agentsText")}</p>
      <div class="settings-card">
        {ROLES.map((role) => (
          <Setting key={role} name={t(`settings.role.${role}`)} hint={t(`settings.roleHint.${role}`)}>
            <Select<Choice>
              label={t(`settings.role.${role}`)}
              value={roles?.[role]?.agent ?? NOBODY}
              disabled={roles === null}
              options={options}
              onChange={(choice) =>
                void choose(role, choice)}
            />
          </Setting>
        ))}
      </div>
      <ul class="settings-notes">
        {agents.map(({ kind, problem }) =>
          problem && <li key={kind}>{t("settings.problem", { agent: t(`agent.${kind}`), problem })}</li>
        )}
      </ul>
    </section>
  );
}
