import { CircleCheck, CircleSlash, CircleX, LoaderCircle } from "lucide-preact";
import { useApp } from "../../app_context.ts";
import type { Step } from "../../state/steps.ts";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Time } from "../../ui/time.tsx";
import { StepLine } from "./step_text.tsx";

/** Longer outputs are folded. */
const INLINE_OUTPUT = 80;

/** The steps of a run along a line, the way they happened. */
export function StepList({ steps, isFinished }: { steps: Step[]; isFinished: boolean }) {
  return (
    <ol class="steps">
      {steps.map((step) => <StepRow key={step.callId} step={step} isFinished={isFinished} />)}
    </ol>
  );
}

function StepRow({ step, isFinished }: { step: Step; isFinished: boolean }) {
  return (
    <li>
      <StepIcon step={step} isFinished={isFinished} />
      <div class="step-main">
        <StepLine step={step} />
        <StepOutput step={step} isFinished={isFinished} />
      </div>
      <Time at={step.startedAt} as="seconds" />
    </li>
  );
}

function StepIcon({ step, isFinished }: { step: Step; isFinished: boolean }) {
  const { i18n: { t } } = useApp();
  if (step.isError) return <CircleX size={16} class="bad" role="img" aria-label={t("outcome.failed")} />;
  if (step.finishedAt !== null) {
    return <CircleCheck size={16} class="ok" role="img" aria-label={t("state.done")} />;
  }
  if (isFinished) return <CircleSlash size={16} role="img" aria-label={t("run.unfinished")} />;
  return <LoaderCircle size={16} class="go spin" role="img" aria-label={t("state.running")} />;
}

function StepOutput({ step, isFinished }: { step: Step; isFinished: boolean }) {
  const { i18n: { t } } = useApp();
  const output = step.output.trim();
  if (step.finishedAt === null) return isFinished ? <small>{t("run.unfinished")}</small> : null;
  if (output === "") return null;
  const isShort = output.length <= INLINE_OUTPUT && !output.includes("\n");
  if (isShort) return <small class={step.isError ? "why" : ""}>{output}</small>;
  return (
    <details open={step.isError}>
      <summary>{t("run.output")}</summary>
      <CodeBlock text={output} name={t("run.output")} height="short" />
    </details>
  );
}
