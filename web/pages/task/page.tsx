import { ChevronLeft } from "lucide-preact";
import { Link, useParams } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { TaskActions } from "./actions.tsx";
import { TaskBody } from "./body.tsx";
import { StateBadge } from "./state_badge.tsx";
import { useTask } from "./use_task.ts";

export function Page() {
  const { id = "" } = useParams<{ id: string }>();
  return <TaskPage key={id} id={id} />;
}

function TaskPage({ id }: { id: string }) {
  const { i18n: { t }, tasks } = useApp();
  const task = useTask(id);
  const card = tasks.cards.value.get(id) ?? task.detail.value;
  return (
    <>
      <PageBar
        title={card?.item.title ?? t("page.tasks")}
        before={
          <Link class="icon-button" href="/tasks" aria-label={t("page.tasks")} title={t("page.tasks")}>
            <ChevronLeft size={16} aria-hidden />
          </Link>
        }
      >
        {card && (
          <span class="wide-only">
            <StateBadge state={card.state} />
          </span>
        )}
        <TaskActions id={id} />
      </PageBar>
      <div class="task-page">
        <TaskBody task={task} />
      </div>
    </>
  );
}
