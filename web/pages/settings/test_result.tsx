import { CircleCheck, CircleX, LoaderCircle } from "lucide-preact";
import { useApp } from "../../app_context.ts";
import type { AgentTest } from "../../state/agent_tests.ts";
import { Elapsed } from "../../ui/time.tsx";

/** It was asked for one; what is longer says nothing to a person. */
const MAX_WORD = 30;

/** What came of asking an agent for one word; read out when it comes. */
export function TestResult({ test }: { test: AgentTest | undefined }) {
  return <div class="test-result" role="status">{test && <Shown test={test} />}</div>;
}

function Shown({ test }: { test: AgentTest }) {
  const { i18n: { t, format }, explain } = useApp();
  if (test.phase === "running") {
    return (
      <p>
        <LoaderCircle class="spin" size={16} aria-hidden />
        <span>{t("settings.testRunning")}</span>
        <span aria-hidden="true">
          <Elapsed since={test.since} />
        </span>
      </p>
    );
  }
  if (test.phase === "refused") return <Failed words={explain(test.error)} />;
  const { ok, text, error, durationMs } = test.result;
  if (!ok) return <Failed words={error} isCode />;
  const said = text.trim();
  const isWord = said.length <= MAX_WORD && !/\s/.test(said);
  return (
    <p class="done">
      <CircleCheck size={16} aria-hidden />
      <span>
        {t("settings.testOk", { time: format.value.duration(durationMs) })} {isWord && <q>{said}</q>}
      </span>
    </p>
  );
}

function Failed({ words, isCode }: { words: string | null; isCode?: boolean }) {
  const { i18n: { t } } = useApp();
  return (
    <>
      <p class="bad">
        <CircleX size={16} aria-hidden />
        <span>{isCode ? t("settings.testFailed") : words}</span>
      </p>
      {isCode && words && <pre tabIndex={0} aria-label={t("settings.testFailed")}>{words}</pre>}
    </>
  );
}
