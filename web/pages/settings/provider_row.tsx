import { KeyRound, Trash } from "lucide-preact";
import type { ProviderView } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { askerOf } from "../../state/role_choice.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { Opened } from "./providers.tsx";
import { TestResult } from "./test_result.tsx";
import { useSettings } from "./use_settings.ts";

export function ProviderRow({ provider, agents, onOpen }: {
  provider: ProviderView;
  agents: AgentInfo[];
  onOpen(dialog: Opened["dialog"]): void;
}) {
  const { i18n: { t } } = useApp();
  const { tests } = useSettings();
  const { id, label, hasApiKey } = provider;
  const shownAt = `provider.${id}`;
  const asker = askerOf(provider, agents);
  const test = tests.of(shownAt);
  return (
    <li class="provider">
      <div class="provider-line">
        <div class="setting-name">
          <h3>
            {label} <code>{id}</code>
          </h3>
          <Endpoints provider={provider} />
        </div>
        <div class="provider-actions">
          <KeyState provider={provider} />
          <Button
            small
            busy={test?.phase === "running"}
            reason={asker === null ? t("settings.noAsker") : null}
            label={t("settings.testOf", { name: label })}
            onClick={() => asker && void tests.run(shownAt, "primary", asker)}
          >
            {t("settings.test")}
          </Button>
          <Button small label={t("settings.editOf", { name: label })} onClick={() => onOpen("edit")}>
            {t("settings.edit")}
          </Button>
          <Menu
            label={t("settings.moreOf", { name: label })}
            items={[
              {
                icon: KeyRound,
                label: t(hasApiKey ? "settings.replaceKey" : "settings.setKey"),
                run: () => onOpen("key"),
              },
              { icon: Trash, label: t("settings.delete"), bad: true, run: () => onOpen("delete") },
            ]}
          />
        </div>
      </div>
      <TestResult test={test} />
    </li>
  );
}

function Endpoints({ provider }: { provider: ProviderView }) {
  const { i18n: { t, format } } = useApp();
  const { settings } = useSettings();
  const users = settings.usersOf(provider.id).map((role) => t(`settings.role.${role}`));
  return (
    <>
      <dl class="endpoints">
        {(["anthropicBaseUrl", "openaiBaseUrl", "piProvider"] as const).map((member) =>
          provider[member] !== "" && (
            <div key={member}>
              <dt>{t(`settings.endpoint.${member}`)}</dt>
              <dd>
                <code>{provider[member]}</code>
              </dd>
            </div>
          )
        )}
      </dl>
      {users.length > 0 && <small>{t("settings.usedBy", { roles: format.value.list(users) })}</small>}
    </>
  );
}

function KeyState({ provider: { hasApiKey, apiKeyHint } }: { provider: ProviderView }) {
  const { i18n: { t } } = useApp();
  return hasApiKey
    ? <Badge outline>{t("settings.keyIs", { hint: apiKeyHint })}</Badge>
    : <Badge tone="wait">{t("settings.noKey")}</Badge>;
}
