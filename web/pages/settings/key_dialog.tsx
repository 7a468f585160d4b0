import { useState } from "preact/hooks";
import type { ProviderView } from "../../../internal/contract/settings.ts";
import { MAX_API_KEY } from "../../../internal/contract/settings_forms.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { useSettings } from "./use_settings.ts";

/** A key goes in here and is never shown again, not even to who typed it. */
export function KeyDialog({ provider: { id, label, hasApiKey, apiKeyHint }, onClose }: {
  provider: ProviderView;
  onClose(): void;
}) {
  const { i18n: { t }, explain, toasts } = useApp();
  const { settings, forgetTestsOf } = useSettings();
  const [apiKey, setApiKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);

  async function put(key: string) {
    setBusy(key === "" ? "remove" : "set");
    try {
      await settings.patchProvider(id, { apiKey: key });
      forgetTestsOf(id);
      const done = key === "" ? "settings.keyRemoved" : "settings.keySaved";
      toasts.show({ tone: "neutral", text: t(done, { name: label }) });
      onClose();
    } catch (error) {
      setProblem(explain(error));
      setBusy(null);
    }
  }
  function save() {
    if (apiKey.trim() === "") setProblem(t("settings.keyMissing"));
    else void put(apiKey.trim());
  }
  return (
    <Dialog
      title={t("settings.keyOf", { name: label })}
      isKept={apiKey !== ""}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          {hasApiKey && (
            <Button tone="quiet" busy={busy === "remove"} onClick={() => void put("")}>
              {t("settings.removeKey")}
            </Button>
          )}
          <span class="spacer" />
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" tone="primary" busy={busy === "set"}>
            {t(hasApiKey ? "settings.replaceKeyDo" : "settings.setKeyDo")}
          </Button>
        </>
      }
    >
      <Field
        label={t("settings.newKey")}
        kind="secret"
        hint={hasApiKey ? t("settings.replaceKeyHint", { hint: apiKeyHint }) : t("settings.apiKeyHint")}
        problem={problem}
        value={apiKey}
        maxLength={MAX_API_KEY}
        onInput={(value) => {
          setApiKey(value);
          setProblem(null);
        }}
        autoFocus
      />
    </Dialog>
  );
}
