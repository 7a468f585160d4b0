import { useState } from "preact/hooks";
import type { AgentInfo } from "../../../internal/contract/system.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { Mark } from "../../ui/mark.tsx";

type Kind = AgentInfo["kind"];

/** Nobody plays a role yet: explains what an agent is, and offers those on this computer and the built-in one. */
export function FirstRun() {
  const { i18n: { t, format }, system, attempt, toasts } = useApp();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const isLooking = system.agents.value === null;
  const agents = system.agents.value ?? [];
  const found = agents.filter(({ available, demo }) => available && !demo).map(({ kind }) => kind);

  async function use(kind: Kind) {
    setChosen(kind);
    const role = { agent: kind };
    const done = await attempt(() => system.putRoles({ primary: role, manager: role, worker: role }));
    setChosen(null);
    const said = kind === "demo" ? t("first.done") : t("first.doneAgent", { agent: t(`agent.${kind}`) });
    if (done) toasts.show({ tone: "neutral", text: said });
  }
  function situation(): string {
    if (isLooking) return t("first.looking");
    if (found.length === 0) return t("first.noneFound");
    return t("first.found", { agents: format.value.list(found.map((kind) => t(`agent.${kind}`))) });
  }

  return (
    <section class="first-run" aria-labelledby="first-run" aria-busy={isLooking}>
      <Mark size={40} />
      <div>
        <h2 id="first-run">{t("first.title")}</h2>
        <p>{t("first.text")}</p>
        <p>{situation()}</p>
        <div class="first-run-choices">
          {found.map((kind) => (
            <Button
              key={kind}
              tone="primary"
              busy={chosen === kind}
              onClick={() => use(kind)}
            >
              {t("first.useAgent", { agent: t(`agent.${kind}`) })}
            </Button>
          ))}
          <Button
            tone={found.length === 0 && !isLooking ? "primary" : "plain"}
            busy={chosen === "demo"}
            onClick={() => use("demo")}
          >
            {t("first.use")}
          </Button>
        </div>
      </div>
    </section>
  );
}
