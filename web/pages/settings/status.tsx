import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Status } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import type { ConnectionPhase } from "../../state/connection.ts";
import { Dot, type Tone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy_button.tsx";
import { Time } from "../../ui/time.tsx";
import { Section } from "./section.tsx";

const REFRESH_MS = 5_000;
const PHASE_TONES: Record<ConnectionPhase, Tone> = { live: "done", connecting: "neutral", lost: "wait" };

/** How the runtime is, while somebody looks. */
export function StatusSettings() {
  const { i18n: { t }, system, connection } = useApp();
  useEffect(() => {
    const refresh = () => void system.loadStatus().catch(() => {});
    refresh();
    const id = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(id);
  }, [system]);
  const phase = connection.phase.value;
  const status = system.status.value;
  return (
    <Section name="status" text={t("settings.statusText")}>
      <div class="settings-card">
        <dl class="kv status">
          <Row name={t("settings.connection")}>
            <Dot tone={PHASE_TONES[phase]} />{" "}
            {t(phase === "lost" ? "connection.lostShort" : `connection.${phase}`)}
          </Row>
          {status && <StatusRows status={status} />}
        </dl>
      </div>
    </Section>
  );
}

function StatusRows({ status }: { status: Status }) {
  const { i18n: { t, format } } = useApp();
  const { number, bytes } = format.value;
  return (
    <>
      <Row name={t("settings.version")}>{status.version}</Row>
      <Row name={t("settings.uptime")}>
        <Time at={status.startedAt} />
      </Row>
      <Row name={t("settings.runs")}>
        {t("settings.runsValue", {
          running: number(status.runs.running),
          queued: number(status.runs.queued),
        })}
      </Row>
      <Row name={t("settings.openTasks")}>{number(status.openWorkItems)}</Row>
      <Row name={t("settings.turns")}>{number(status.activeTurns)}</Row>
      <Row name={t("settings.pending")}>{number(status.pendingMessages)}</Row>
      <Row name={t("settings.events")}>{number(status.latestSeq)}</Row>
      <Row name={t("settings.database")}>{bytes(status.databaseBytes)}</Row>
      <Row name={t("settings.clients")}>{number(status.clients)}</Row>
      <Row name={t("settings.home")}>
        <code class="cut" title={status.home}>{status.home}</code>
        <CopyButton text={status.home} label={t("action.copyPath")} />
      </Row>
      <Row name={t("settings.process")}>{status.pid}</Row>
      <Row name={t("settings.platform")}>{status.platform}</Row>
    </>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
