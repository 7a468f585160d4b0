import { useState } from "preact/hooks";
import type { Preset, ProviderView } from "../../../internal/contract/settings.ts";
import { MAX_API_KEY, MAX_PROVIDER_LABEL } from "../../../internal/contract/settings_forms.ts";
import { useApp } from "../../app_context.ts";
import { ApiError } from "../../state/api.ts";
import {
  changeOf,
  creationOf,
  EMPTY_FORM,
  formOf,
  problemsOf,
  type ProviderForm,
  type ProviderProblems,
  withLabel,
  withPreset,
} from "../../state/provider_form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select.tsx";
import { useLoaded } from "../../ui/use_loaded.ts";
import { EndpointFields } from "./endpoint_fields.tsx";
import { useSettings } from "./use_settings.ts";

/** A new provider, or what may change of one; its key is changed in a dialog of its own. */
export function ProviderDialog({ provider, providers, onClose }: {
  provider?: ProviderView;
  providers: ProviderView[];
  onClose(): void;
}) {
  const { i18n: { t }, explain, toasts } = useApp();
  const { settings, forgetTestsOf } = useSettings();
  const taken = providers.map(({ id }) => id).filter((id) => id !== provider?.id);
  const start = provider === undefined ? EMPTY_FORM : formOf(provider);
  const [form, setForm] = useState<ProviderForm>(start);
  const [problems, setProblems] = useState<ProviderProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function edit(next: ProviderForm) {
    setForm(next);
    // What was wrong is looked at again while it is being corrected; what was not yet is left for the end.
    const now = problemsOf(next, taken);
    setProblems(Object.fromEntries(Object.entries(problems).filter(([member]) => member in now)));
  }
  async function save() {
    const found = problemsOf(form, taken);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstProblem();
    setBusy(true);
    setFailure(null);
    try {
      if (provider === undefined) await settings.addProvider(creationOf(form));
      else await settings.patchProvider(provider.id, changeOf(form, provider));
      forgetTestsOf(form.id);
      const done = provider === undefined ? "settings.providerAdded" : "settings.providerSaved";
      toasts.show({ tone: "neutral", text: t(done, { name: form.label.trim() }) });
      onClose();
    } catch (error) {
      setBusy(false);
      const code = error instanceof ApiError ? error.code : "";
      if (code === "PROVIDER_EXISTS") setProblems({ id: "idTaken" });
      else setFailure(code === "PROVIDER_UNUSABLE" ? t("settings.addressNeeded") : explain(error));
    }
  }
  const problem = (member: keyof ProviderForm) => {
    const found = problems[member];
    return found === undefined ? null : t(`settings.providerProblem.${found}`);
  };
  return (
    <Dialog
      title={provider === undefined
        ? t("settings.addProvider")
        : t("settings.editOf", { name: provider.label })}
      isKept={JSON.stringify(form) !== JSON.stringify(start)}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          {failure && <p class="dialog-failure" role="alert">{failure}</p>}
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {t(provider === undefined ? "settings.addProvider" : "settings.save")}
          </Button>
        </>
      }
    >
      {provider === undefined && (
        <PresetField onChoose={(preset) => edit(preset === null ? form : withPreset(form, preset, taken))} />
      )}
      <Field
        label={t("settings.providerName")}
        value={form.label}
        problem={problem("label")}
        maxLength={MAX_PROVIDER_LABEL}
        autoFocus={provider !== undefined}
        onInput={(label) => edit(provider === undefined ? withLabel(form, label, taken) : { ...form, label })}
      />
      {provider === undefined && (
        <Field
          label={t("settings.providerId")}
          kind="machine"
          hint={t("settings.providerIdHint")}
          value={form.id}
          problem={problem("id")}
          onInput={(id) => edit({ ...form, id })}
        />
      )}
      {provider === undefined && (
        <Field
          label={t("settings.apiKey")}
          kind="secret"
          hint={t("settings.apiKeyHint")}
          value={form.apiKey}
          maxLength={MAX_API_KEY}
          onInput={(apiKey) => edit({ ...form, apiKey })}
        />
      )}
      <EndpointFields form={form} problem={problem} onChange={edit} />
      <Field
        label={t("settings.models")}
        kind="machine"
        rows={3}
        hint={t("settings.modelsHint")}
        value={form.models}
        problem={problem("models")}
        onInput={(models) => edit({ ...form, models })}
      />
    </Dialog>
  );
}

const OWN = "own";

/** A starting point: everything it fills in may be changed. */
function PresetField({ onChoose }: { onChoose(preset: Preset | null): void }) {
  const { i18n: { t }, api } = useApp();
  const [chosen, setChosen] = useState(OWN);
  const loaded = useLoaded(api.presets, []);
  const presets = loaded.phase === "ready" ? loaded.value.presets : [];
  return (
    <SelectField
      label={t("settings.preset")}
      value={chosen}
      hint={loaded.phase === "failed" ? t("settings.presetsFailed") : undefined}
      options={[
        { value: OWN, label: t("settings.presetOwn") },
        ...presets.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(id) => {
        setChosen(id);
        onChoose(presets.find((preset) => preset.id === id) ?? null);
      }}
    />
  );
}

/** Once the page shows what is wrong. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("dialog[open] [aria-invalid=true]")?.focus();
  });
}
