import { useState } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import { LANGUAGE_CHOICES, THEME_CHOICES } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Section } from "./section.tsx";
import { Setting } from "./setting.tsx";

/** What belongs to this browser alone. */
export function GeneralSettings() {
  const { i18n: { t }, preferences: { language, theme } } = useApp();
  return (
    <Section name="general" text={t("settings.generalText")}>
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
        <Setting name={t("settings.access")} hint={t("settings.accessHint")}>
          <SignOut />
        </Setting>
      </div>
    </Section>
  );
}

function SignOut() {
  const { i18n: { t }, signOut, attempt } = useApp();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("settings.signOut")}</Button>
      {isAsking && (
        <Dialog
          title={t("settings.signOutTitle")}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>{t("action.cancel")}</Button>
              <Button tone="danger" onClick={() => void attempt(signOut)}>{t("settings.signOut")}</Button>
            </>
          }
        >
          <p>{t("settings.signOutText")}</p>
        </Dialog>
      )}
    </>
  );
}
