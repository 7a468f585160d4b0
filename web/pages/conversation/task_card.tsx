import { ChevronRight, LoaderCircle } from "lucide-preact";
import { Link } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { Elapsed } from "../../ui/time.tsx";
import { StateBadge } from "../task/state_badge.tsx";
import { StepText } from "../task/step_text.tsx";
import { StopButton } from "../task/stop_button.tsx";

/** A task under the message it came from; while it runs, with what it does now. */
export function TaskCard({ id, title }: { id: string; title: string }) {
  const { tasks, i18n: { t } } = useApp();
  const card = tasks.cards.value.get(id);
  const run = card?.state === "running" ? card.run : null;
  return (
    <article class="card" aria-label={title}>
      <header>
        <Link href={`/?task=${id}`} class="card-title cut">{card?.item.title ?? title}</Link>
        {card && <StateBadge state={card.state} />}
        {card?.state === "running" || card?.state === "queued"
          ? <StopButton small id={id} title={title} />
          : <ChevronRight size={16} aria-hidden class="card-more" />}
      </header>
      {run && (
        <div class="card-now">
          <LoaderCircle size={14} class="spin" aria-hidden />
          {run.lastTool === null ? <span>{t("task.starting")}</span> : <StepText lastTool={run.lastTool} />}
          <span class="card-progress">
            {run.toolCalls > 0 && <>{t("task.step", { count: run.toolCalls })} ·{" "}</>}
            {run.startedAt && <Elapsed since={run.startedAt} />}
          </span>
        </div>
      )}
    </article>
  );
}
