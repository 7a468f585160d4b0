import { ChevronDown, ChevronRight } from "lucide-preact";
import { useId, useState } from "preact/hooks";
import type { Run } from "../../../internal/contract/runs.ts";
import { useApp } from "../../app_context.ts";
import { isKind } from "../../state/payloads.ts";
import { runSteps } from "../../state/steps.ts";
import type { EventTail, Task } from "../../state/task.ts";
import { Button } from "../../ui/button.tsx";
import { Clip } from "../../ui/clip.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Elapsed, Time } from "../../ui/time.tsx";
import { RunBadge } from "./run_badge.tsx";
import { StepList } from "./step_list.tsx";

interface RunViewProps {
  task: Task;
  run: Run;
  workspace: string;
  startsOpen: boolean;
}

/** One run: how it ended, and unfolded what it did. */
export function RunView({ task, run, workspace, startsOpen }: RunViewProps) {
  const { i18n: { t, format } } = useApp();
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const began = run.startedAt ?? run.createdAt;
  return (
    <section class="run">
      <h2>
        <button
          type="button"
          class="run-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
          <RunBadge run={run} />
          <span class="run-facts">
            <span>{t(`agent.${run.agent}`)}</span>
            <Time at={began} />
            {run.finishedAt === null
              ? run.startedAt !== null && <Elapsed since={run.startedAt} />
              : <span>{format.value.duration(Date.parse(run.finishedAt) - Date.parse(began))}</span>}
          </span>
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && <RunContent task={task} run={run} workspace={workspace} />}
      </div>
    </section>
  );
}

function RunContent({ task, run, workspace }: Omit<RunViewProps, "startsOpen">) {
  const { i18n: { t }, attempt } = useApp();
  const tail = task.run(run.id).value;
  if (tail === null) return <Skeleton />;
  const steps = runSteps(tail.events, workspace);
  const isFinished = run.status === "finished";
  return (
    <div class="run-content">
      {tail.hasOlder && (
        <Button small tone="quiet" onClick={() => attempt(() => task.loadOlderSteps(run.id))}>
          {t("run.earlier")}
        </Button>
      )}
      {steps.length === 0
        ? (
          <p class="run-none">
            {t(run.status === "queued" ? "run.queued" : isFinished ? "run.noSteps" : "task.starting")}
          </p>
        )
        : <StepList steps={steps} isFinished={isFinished} />}
      <RunEnd tail={tail} />
    </div>
  );
}

function RunEnd({ tail }: { tail: EventTail }) {
  const { i18n: { t, format } } = useApp();
  const end = tail.events.findLast((event) => isKind(event, "run.finished"));
  if (end === undefined || !isKind(end, "run.finished")) return null;
  const { summary, error, blocked, usage, outcome } = end.payload;
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  return (
    <div class="run-end">
      {outcome !== "succeeded" && <p class="run-hint">{t(`outcomeHint.${outcome}`)}</p>}
      {error !== null && (
        <div>
          <h3>{t("run.error")}</h3>
          <div class="why">
            <Markdown text={error} />
          </div>
        </div>
      )}
      {blocked !== null && (
        <div>
          <h3>{t("run.blocked")}</h3>
          <div class="why wait">
            <Markdown text={blocked} />
          </div>
        </div>
      )}
      {summary !== "" && (
        <div>
          <h3>{t("run.summary")}</h3>
          <Clip>
            <Markdown text={summary} />
          </Clip>
        </div>
      )}
      {tokens > 0 && <p class="run-hint">{t("run.tokens", { tokens: format.value.number(tokens) })}</p>}
    </div>
  );
}
