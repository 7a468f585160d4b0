import { useApp } from "../../app_context.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { LANGUAGE_CHOICES, THEME_CHOICES } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { AgentSettings } from "./agents.tsx";
import { Setting } from "./setting.tsx";
import { StatusSettings } from "./status.tsx";

export function Page() {
  const { i18n: { t }, overlay } = useApp();
  return (
    <>
      <PageBar title={t("page.settings")}>
        <Button small tone="quiet" onClick={() => overlay.value = "keys"}>{t("settings.shortcuts")}</Button>
      </PageBar>
      <div class="settings">
        <div class="settings-column">
          <Appearance />
          <AgentSettings />
          <StatusSettings />
        </div>
      </div>
    </>
  );
}

function Appearance() {
  const { i18n: { t }, preferences: { language, theme } } = useApp();
  return (
    <section aria-labelledby="appearance">
      <h2 id="appearance">{t("settings.appearance")}</h2>
      <div class="settings-card">
        <Setting name={t("settings.language")}>
          <Segmented
            label={t("settings.language")}
            value={language.value}
            options={LANGUAGE_CHOICES.map((value) => ({
              value,
              label: value === "system" ? t("settings.system") : t(`language.${value}`),
            }))}
            onChange={(choice) => language.value = choice}
          />
        </Setting>
        <Setting name={t("settings.theme")}>
          <Segmented
            label={t("settings.theme")}
            value={theme.value}
            options={THEME_CHOICES.map((value) => ({ value, label: t(`settings.${value}`) }))}
            onChange={(choice) => theme.value = choice}
          />
        </Setting>
      </div>
    </section>
  );
}
