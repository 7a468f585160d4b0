import { useState } from "preact/hooks";
import type { Binaries } from "../../../internal/contract/settings.ts";
import { AGENT_ENDPOINT } from "../../../internal/contract/settings_forms.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code_block.tsx";
import { PathDialog } from "./path_dialog.tsx";
import { TestResult } from "./test_result.tsx";
import { useSettings } from "./use_settings.ts";

type Cli = keyof Binaries;

/** What a person types to get it; it asks nothing of this page. */
const INSTALL: Readonly<Record<Cli, string>> = {
  claude: "npm install -g @anthropic-ai/claude-code",
  codex: "npm install -g @openai/codex",
  pi: "npm install -g @earendil-works/pi-coding-agent",
};

export function AgentCard({ agent, binaries }: { agent: AgentInfo; binaries: Binaries }) {
  const { i18n: { t } } = useApp();
  const { kind, available, version } = agent;
  const cli = kind === "demo" ? null : kind;
  const name = t(`agent.${kind}`);
  const id = `agent-${kind}`;
  const hasOwnPath = cli !== null && binaries[cli] !== "";
  return (
    <section class="settings-card agent" aria-labelledby={id}>
      <header class="card-head">
        <div class="setting-name">
          <h3 id={id}>{name}</h3>
          {cli === null && <small>{t("settings.builtIn")}</small>}
          {cli !== null && available && (
            <small>
              {version === null ? t("settings.versionUnknown") : t("settings.versionIs", { version })}
            </small>
          )}
        </div>
        <Badge tone={available ? "done" : "wait"}>
          {t(available ? "settings.found" : hasOwnPath ? "settings.cannotStart" : "settings.notFound")}
        </Badge>
      </header>
      <dl class="kv card-body">
        {cli !== null && (
          <>
            <dt>{t("settings.program")}</dt>
            <dd>
              {hasOwnPath
                ? <Origin path={binaries[cli]} />
                : t(available ? "settings.fromPath" : "settings.notOnPath")}
            </dd>
          </>
        )}
        <dt>{t("settings.abilities")}</dt>
        <dd>
          <Abilities agent={agent} />
        </dd>
      </dl>
      {!available && cli !== null && <HowToGet agent={agent} cli={cli} hasOwnPath={hasOwnPath} />}
      <Actions agent={agent} cli={cli} path={cli === null ? "" : binaries[cli]} />
    </section>
  );
}

function Origin({ path }: { path: string }) {
  const { i18n: { t } } = useApp();
  return (
    <>
      <code>{path}</code> <span class="faint">{t("settings.fromYou")}</span>
    </>
  );
}

function Abilities({ agent: { kind, demo } }: { agent: AgentInfo }) {
  const { i18n: { t } } = useApp();
  const endpoint = AGENT_ENDPOINT[kind];
  return (
    <span class="abilities">
      {demo ? <Badge outline>{t("settings.ability.noModel")}</Badge> : (
        <>
          <Badge outline>{t("settings.ability.login")}</Badge>
          {endpoint && <Badge outline>{t(`settings.ability.${endpoint}`)}</Badge>}
          <Badge outline>{t("settings.ability.guard")}</Badge>
        </>
      )}
    </span>
  );
}

function HowToGet({ agent, cli, hasOwnPath }: { agent: AgentInfo; cli: Cli; hasOwnPath: boolean }) {
  const { i18n: { t } } = useApp();
  const name = t(`agent.${cli}`);
  return (
    <div class="card-body how-to-get">
      <p>{t(hasOwnPath ? "settings.brokenPath" : "settings.install", { agent: name })}</p>
      {!hasOwnPath && <CodeBlock name={t("settings.terminal")} text={INSTALL[cli]} />}
      {agent.problem && <small>{t("settings.problem", { problem: agent.problem })}</small>}
    </div>
  );
}

function Actions({ agent: { kind, available }, cli, path }: {
  agent: AgentInfo;
  cli: Cli | null;
  path: string;
}) {
  const { i18n: { t }, attempt, toasts } = useApp();
  const { settings, tests, models, loadAgents } = useSettings();
  const [isSetting, setSetting] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const name = t(`agent.${kind}`);
  const shownAt = `agent.${kind}`;
  const test = tests.of(shownAt);

  async function use(cli: Cli, chosen: string) {
    await settings.putBinaries({ [cli]: chosen });
    tests.forget(shownAt);
    models.forget(cli);
    await loadAgents();
  }
  async function reset(cli: Cli) {
    setResetting(true);
    const done = await attempt(() => use(cli, ""));
    setResetting(false);
    if (!done) return;
    toasts.show({
      tone: "neutral",
      text: t("settings.pathReset", { agent: name }),
      action: { label: t("action.undo"), run: () => void attempt(() => use(cli, path)) },
    });
  }
  return (
    <footer class="card-foot">
      <Button
        small
        busy={test?.phase === "running"}
        reason={available ? null : t("settings.agentGone", { agent: name })}
        label={t("settings.testOf", { name })}
        onClick={() => void tests.run(shownAt, "primary", { agent: kind })}
      >
        {t("settings.test")}
      </Button>
      {cli !== null && (
        <Button
          small
          tone="quiet"
          label={t(path === "" ? "settings.setPathOf" : "settings.changePathOf", { name })}
          onClick={() => setSetting(true)}
        >
          {t(path === "" ? "settings.setPath" : "settings.changePath")}
        </Button>
      )}
      {cli !== null && path !== "" && (
        <Button
          small
          tone="quiet"
          busy={isResetting}
          label={t("settings.resetPathOf", { name })}
          onClick={() => void reset(cli)}
        >
          {t("settings.resetPath")}
        </Button>
      )}
      <TestResult test={test} />
      {isSetting && cli !== null && (
        <PathDialog
          name={name}
          path={path}
          use={(chosen) => use(cli, chosen)}
          onClose={() => setSetting(false)}
        />
      )}
    </footer>
  );
}
