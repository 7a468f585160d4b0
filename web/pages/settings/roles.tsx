import type { SettingsView } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { problemOf } from "../../state/role_choice.ts";
import { ROLES } from "../../state/role_drafts.ts";
import { Button } from "../../ui/button.tsx";
import { RoleCard } from "./role_card.tsx";
import { Section } from "./section.tsx";
import { useSettings } from "./use_settings.ts";

/** Who plays which role, by which provider, model and effort. */
export function RoleSettings({ view, agents }: { view: SettingsView; agents: AgentInfo[] }) {
  const { i18n: { t } } = useApp();
  return (
    <Section name="roles" text={t("settings.rolesText")}>
      {ROLES.map((role) => <RoleCard key={role} role={role} agents={agents} providers={view.providers} />)}
      <SaveBar view={view} />
    </Section>
  );
}

/** In sight as long as something is not saved. */
function SaveBar({ view }: { view: SettingsView }) {
  const { i18n: { t, format }, toasts } = useApp();
  const { roles } = useSettings();
  const changed = roles.changed.value;
  const isSaving = roles.isSaving.value;
  const isUnfit = changed.some((role) => problemOf(roles.of(role), view.providers) !== null);
  const names = format.value.list(changed.map((role) => t(`settings.role.${role}`)));

  async function save() {
    if (await roles.save()) toasts.show({ tone: "neutral", text: t("settings.saved") });
  }
  return (
    <div class={`save-bar ${changed.length > 0 ? "" : "nothing"}`}>
      <span role="status">
        {changed.length > 0 && t("settings.unsavedRoles", { roles: names })}
        {isUnfit && <small>{t("settings.unfit")}</small>}
      </span>
      {changed.length > 0 && (
        <>
          <Button
            tone="quiet"
            reason={isSaving ? t("settings.saving") : null}
            onClick={() => changed.forEach(roles.discard)}
          >
            {t("action.discard")}
          </Button>
          <Button
            tone="primary"
            busy={isSaving}
            reason={isUnfit ? t("settings.unfit") : null}
            onClick={() => void save()}
          >
            {t("settings.save")}
          </Button>
        </>
      )}
    </div>
  );
}
