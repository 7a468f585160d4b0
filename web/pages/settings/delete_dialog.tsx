import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { ProviderView } from "../../../internal/contract/settings.ts";
import { useApp } from "../../app_context.ts";
import { ApiError } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { addressOf } from "./sections.ts";
import { useSettings } from "./use_settings.ts";

/** Asks once; a provider that a role needs is not deleted, and it says which. */
export function DeleteDialog({ provider: { id, label }, onClose, onDeleted }: {
  provider: ProviderView;
  onClose(): void;
  onDeleted(): void;
}) {
  const { i18n: { t, format }, explain, toasts } = useApp();
  const { settings } = useSettings();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const users = settings.usersOf(id).map((role) => t(`settings.role.${role}`));

  async function remove() {
    setBusy(true);
    try {
      await settings.removeProvider(id);
      toasts.show({ tone: "neutral", text: t("settings.providerDeleted", { name: label }) });
      onClose();
      onDeleted();
    } catch (error) {
      setBusy(false);
      // Another tab gave it to a role since.
      if (error instanceof ApiError && error.code === "PROVIDER_IN_USE") await settings.load();
      else setFailure(explain(error));
    }
  }
  return (
    <Dialog
      title={t("settings.deleteTitle", { name: label })}
      onClose={onClose}
      footer={
        <>
          {failure && <p class="dialog-failure" role="alert">{failure}</p>}
          <Button autoFocus onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            tone="danger"
            busy={isBusy}
            reason={users.length > 0 ? t("settings.deleteUsedReason") : null}
            onClick={() => void remove()}
          >
            {t("settings.deleteDo")}
          </Button>
        </>
      }
    >
      {users.length === 0 ? <p>{t("settings.deleteText")}</p> : (
        <p role="alert">
          {t("settings.deleteUsed", { roles: format.value.list(users) })}{" "}
          <Link href={addressOf("roles")}>{t("settings.toRoles")}</Link>
        </p>
      )}
    </Dialog>
  );
}
