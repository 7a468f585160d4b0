import { useState } from "preact/hooks";
import { BINARY_PATH } from "../../../internal/contract/settings_forms.ts";
import { useApp } from "../../app_context.ts";
import { ApiError } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

interface Refusal {
  problem: string;
  /** The server's own words about this path. */
  detail?: string;
}

/** Where a program is; the server starts it once before it takes the path. */
export function PathDialog({ name, path, use, onClose }: {
  name: string;
  path: string;
  use(path: string): Promise<void>;
  onClose(): void;
}) {
  const { i18n: { t }, explain, toasts } = useApp();
  const [typed, setTyped] = useState(path);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wanted = typed.trim();

  async function save() {
    if (wanted === "") return setRefusal({ problem: t("settings.pathMissing") });
    if (!BINARY_PATH.test(wanted)) return setRefusal({ problem: t("settings.pathForm") });
    setBusy(true);
    setRefusal(null);
    try {
      await use(wanted);
      toasts.show({ tone: "neutral", text: t("settings.pathSaved", { agent: name }) });
      onClose();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === "BINARY_UNUSABLE";
      setRefusal(
        isRefused
          ? { problem: t("settings.pathRefused"), detail: error.message }
          : { problem: explain(error) },
      );
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={t("settings.pathTitle", { agent: name })}
      isKept={typed !== path}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" tone="primary" busy={isBusy}>{t("settings.pathSave")}</Button>
        </>
      }
    >
      <Field
        label={t("settings.pathLabel")}
        kind="machine"
        hint={t("settings.pathHint")}
        problem={refusal?.problem}
        detail={refusal?.detail}
        value={typed}
        onInput={(value) => {
          setTyped(value);
          setRefusal(null);
        }}
        autoFocus
      />
    </Dialog>
  );
}
