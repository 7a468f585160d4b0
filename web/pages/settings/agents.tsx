import { RefreshCw } from "lucide-preact";
import { useState } from "preact/hooks";
import type { SettingsView } from "../../../internal/contract/settings.ts";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { AgentCard } from "./agent_card.tsx";
import { Section } from "./section.tsx";

/** The coding CLIs: which are here, where they are, whether they answer. */
export function AgentSettings({ view, agents }: { view: SettingsView; agents: AgentInfo[] }) {
  const { i18n: { t }, system, attempt } = useApp();
  const [isLooking, setLooking] = useState(false);

  async function look() {
    setLooking(true);
    await attempt(system.loadAgents);
    setLooking(false);
  }
  return (
    <Section
      name="agents"
      text={t("settings.agentsText")}
      actions={
        <Button small busy={isLooking} onClick={() => void look()}>
          {!isLooking && <RefreshCw size={14} aria-hidden />}
          {t("settings.lookAgain")}
        </Button>
      }
    >
      {agents.map((agent) => <AgentCard key={agent.kind} agent={agent} binaries={view.binaries} />)}
    </Section>
  );
}
