import { CircleAlert } from "lucide-preact";
import type { ProviderView, RoleName } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { type Play, problemOf, samePlay, withAgent } from "../../state/role_choice.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { AgentField, EffortField, ModelField, ProviderField } from "./role_fields.tsx";
import { TestResult } from "./test_result.tsx";
import { useSettings } from "./use_settings.ts";

export function RoleCard({ role, agents, providers }: {
  role: RoleName;
  agents: AgentInfo[];
  providers: ProviderView[];
}) {
  const { i18n: { t } } = useApp();
  const { roles, tests } = useSettings();
  const play = roles.of(role);
  const isChanged = roles.changed.value.includes(role);
  const name = t(`settings.role.${role}`);
  const problem = problemOf(play, providers);
  const test = tests.of(role);

  function change(wants: Play) {
    tests.forget(role);
    roles.change(role, wants);
  }
  return (
    <section class="settings-card role" aria-labelledby={`role-${role}`}>
      <header class="card-head">
        <div class="setting-name">
          <h3 id={`role-${role}`}>{name}</h3>
          <small>{t(`settings.roleHint.${role}`)}</small>
        </div>
        {isChanged && <Badge tone="wait">{t("settings.unsaved")}</Badge>}
      </header>
      <Overtaken role={role} />
      <Refused role={role} />
      <div class="role-fields">
        <AgentField
          play={play}
          agents={agents}
          onChange={(agent) => change(withAgent(play, agent, providers))}
        />
        {play !== null && (
          <>
            <ProviderField play={play} providers={providers} problem={problem} onChange={change} />
            <ModelField play={play} providers={providers} problem={problem} onChange={change} />
            <EffortField play={play} onChange={change} />
          </>
        )}
      </div>
      {play !== null && (
        <footer class="card-foot">
          <Button
            small
            busy={test?.phase === "running"}
            reason={problem && t("settings.unfit")}
            label={t("settings.testOf", { name })}
            onClick={() => void tests.run(role, role, play)}
          >
            {t("settings.test")}
          </Button>
          <Button
            small
            tone="quiet"
            label={t("settings.defaultsOf", { name })}
            reason={samePlay(play, { agent: play.agent }) ? t("settings.defaultsAlready") : null}
            onClick={() => change({ agent: play.agent })}
          >
            {t("settings.defaults")}
          </Button>
          <TestResult test={test} />
        </footer>
      )}
    </section>
  );
}

/** Two tabs, or a tab and a terminal: neither takes the other's choice away unseen. */
function Overtaken({ role }: { role: RoleName }) {
  const { i18n: { t } } = useApp();
  const { roles } = useSettings();
  if (!roles.isOvertaken(role)) return null;
  return (
    <Note
      icon={CircleAlert}
      tone="wait"
      isAlert
      actions={
        <>
          <Button small onClick={() => roles.discard(role)}>{t("settings.takeOther")}</Button>
          <Button small onClick={() => roles.insist(role)}>{t("settings.keepMine")}</Button>
        </>
      }
    >
      <span>{t("settings.overtaken")}</span>
    </Note>
  );
}

function Refused({ role }: { role: RoleName }) {
  const { explain } = useApp();
  const { roles } = useSettings();
  const error = roles.refusals.value[role];
  if (error === undefined) return null;
  return (
    <Note icon={CircleAlert} tone="bad" isAlert>
      <span>{explain(error)}</span>
    </Note>
  );
}
