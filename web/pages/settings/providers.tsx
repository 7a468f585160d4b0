import { KeyRound, Plus } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import type { ProviderView, SettingsView } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { DeleteDialog } from "./delete_dialog.tsx";
import { KeyDialog } from "./key_dialog.tsx";
import { ProviderDialog } from "./provider_dialog.tsx";
import { ProviderRow } from "./provider_row.tsx";
import { Section } from "./section.tsx";

export interface Opened {
  dialog: "edit" | "key" | "delete";
  provider: ProviderView;
}

/** Services that answer for models, with the person's own keys. */
export function ProviderSettings({ view, agents }: { view: SettingsView; agents: AgentInfo[] }) {
  const { i18n: { t } } = useApp();
  const [opened, setOpened] = useState<Opened | "add" | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(null);
  const { providers } = view;
  const add = (
    <Button tone="primary" buttonRef={addButton} onClick={() => setOpened("add")}>
      <Plus size={14} aria-hidden />
      {t("settings.addProvider")}
    </Button>
  );
  return (
    <Section name="providers" text={t("settings.providersText")} actions={providers.length > 0 && add}>
      {providers.length === 0
        ? (
          <div class="settings-card">
            <Empty icon={KeyRound} title={t("settings.noProviders")} text={t("settings.noProvidersText")}>
              {add}
            </Empty>
          </div>
        )
        : (
          <ul class="settings-card">
            {providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                agents={agents}
                onOpen={(dialog) => setOpened({ dialog, provider })}
              />
            ))}
          </ul>
        )}
      {opened === "add" && <ProviderDialog providers={providers} onClose={close} />}
      {opened !== "add" && opened?.dialog === "edit" && (
        <ProviderDialog provider={opened.provider} providers={providers} onClose={close} />
      )}
      {opened !== "add" && opened?.dialog === "key" && (
        <KeyDialog provider={opened.provider} onClose={close} />
      )}
      {opened !== "add" && opened?.dialog === "delete" && (
        <DeleteDialog
          provider={opened.provider}
          onClose={close}
          // The row that opened it is gone.
          onDeleted={() => requestAnimationFrame(() => addButton.current?.focus())}
        />
      )}
    </Section>
  );
}
