import { useText } from "../../app_context.ts";
import type { ProviderForm } from "../../state/provider_form.ts";
import { Field } from "../../ui/field.tsx";

/** The ways to reach a provider, one for each protocol that an agent may speak. */
export function EndpointFields({ form, problem, onChange }: {
  form: ProviderForm;
  problem(member: keyof ProviderForm): string | null;
  onChange(form: ProviderForm): void;
}) {
  const t = useText();
  return (
    <fieldset class="fieldset">
      <legend>{t("settings.endpoints")}</legend>
      <p>{t("settings.endpointsText")}</p>
      {(["anthropicBaseUrl", "openaiBaseUrl", "piProvider"] as const).map((member) => (
        <Field
          key={member}
          label={t(`settings.endpoint.${member}`)}
          kind="machine"
          hint={t(`settings.endpointHint.${member}`)}
          value={form[member]}
          problem={problem(member)}
          onInput={(value) => onChange({ ...form, [member]: value })}
        />
      ))}
    </fieldset>
  );
}
