import { ListChecks, Plus, TriangleAlert } from "lucide-preact";
import { Link } from "wouter-preact";
import type { WorkItemCard, WorkItemState } from "../../../internal/contract/work.ts";
import { useApp } from "../../app_context.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { groupByState, lastActivity } from "../../state/task_groups.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Elapsed, Time } from "../../ui/time.tsx";
import { taskTone } from "../task/state_badge.tsx";
import { StepText } from "../task/step_text.tsx";

export function Page() {
  const { i18n: { t }, overlay } = useApp();
  return (
    <>
      <PageBar title={t("page.tasks")}>
        <Button small onClick={() => overlay.value = "newTask"}>
          <Plus size={14} aria-hidden />
          {t("task.new")}
        </Button>
      </PageBar>
      <div class="tasks">
        <TaskGroups />
      </div>
    </>
  );
}

function TaskGroups() {
  const { i18n: { t }, tasks, overlay, attempt } = useApp();
  const groups = groupByState([...tasks.cards.value.values()]);
  if (tasks.phase.value === "loading") return <Skeleton />;
  if (tasks.phase.value === "failed") {
    return (
      <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
        <Button onClick={() => attempt(tasks.load)}>{t("action.retry")}</Button>
      </Empty>
    );
  }
  if (groups.length === 0) {
    return (
      <Empty icon={ListChecks} title={t("task.emptyTitle")} text={t("task.emptyText")}>
        <Button tone="primary" onClick={() => overlay.value = "newTask"}>{t("task.new")}</Button>
      </Empty>
    );
  }
  return groups.map(({ state, cards }) => <TaskGroup key={state} state={state} cards={cards} />);
}

function TaskGroup({ state, cards }: { state: WorkItemState; cards: WorkItemCard[] }) {
  const { i18n: { t, format } } = useApp();
  return (
    <section class="task-group">
      <h2>
        <Dot tone={taskTone(state)} />
        {t(`state.${state}`)}
        <span class="task-count">{format.value.number(cards.length)}</span>
      </h2>
      <ul>
        {cards.map((card) => (
          <li key={card.item.id}>
            <TaskRow card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ card }: { card: WorkItemCard }) {
  const { i18n: { t } } = useApp();
  const { item, state, run, question, lastReply } = card;
  const isRunning = state === "running" && run !== null;
  return (
    <Link href={`/tasks/${item.id}`} class="task-row" data-row>
      <span class="task-title cut">{item.title}</span>
      <span class="task-about cut">
        {isRunning
          ? run.lastTool === null ? t("task.starting") : <StepText lastTool={run.lastTool} />
          : question?.question ?? firstWords(lastReply?.text)}
      </span>
      <span class="task-when">
        {isRunning && run.startedAt !== null
          ? <Elapsed since={run.startedAt} />
          : <Time at={lastActivity(card)} />}
      </span>
    </Link>
  );
}

/** One line of an answer, without its Markdown. */
function firstWords(text: string | undefined): string {
  return text?.replace(/[`*_#>]/g, "").trim().split("\n", 1)[0] ?? "";
}
