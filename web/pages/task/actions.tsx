import { Check, RotateCcw } from "lucide-preact";
import type { WorkItemStatus } from "../../../internal/contract/work.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { StopButton } from "./stop_button.tsx";

/** What can be done with a task in its state: stop it, or say that it is finished or not. */
export function TaskActions({ id }: { id: string }) {
  const { tasks, i18n: { t }, toasts, attempt } = useApp();
  const card = tasks.cards.value.get(id);
  if (card === undefined) return null;
  const { item: { title, status }, state } = card;

  async function set(next: WorkItemStatus, said: "task.markedDone" | "task.reopened") {
    if (!await attempt(() => tasks.setStatus(id, next))) return;
    const undo = { label: t("action.undo"), run: () => void attempt(() => tasks.setStatus(id, status)) };
    toasts.show({ tone: "neutral", text: t(said, { title }), action: undo });
  }
  if (state === "running" || state === "queued") return <StopButton small id={id} title={title} />;
  if (status === "open") {
    return (
      <Button small onClick={() => set("done", "task.markedDone")}>
        <Check size={14} aria-hidden />
        {t("task.markDone")}
      </Button>
    );
  }
  return (
    <Button small onClick={() => set("open", "task.reopened")}>
      <RotateCcw size={14} aria-hidden />
      {t("task.reopen")}
    </Button>
  );
}
