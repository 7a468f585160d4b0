import { Maximize2, X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { IconButton } from "../../ui/icon_button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useMedia } from "../../ui/use_media.ts";
import { TaskActions } from "./actions.tsx";
import { TaskBody } from "./body.tsx";
import { useTask } from "./use_task.ts";

const HAS_ROOM = "(min-width: 1100px)";

/** A task beside the conversation, or over it where there is no room. */
export function TaskPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { i18n: { t }, tasks } = useApp();
  const title = tasks.cards.value.get(id)?.item.title ?? t("page.tasks");
  const content = <PanelContent id={id} title={title} onClose={onClose} />;
  if (!useMedia(HAS_ROOM)) return <Sheet label={title} onClose={onClose}>{content}</Sheet>;
  return <Beside label={title}>{content}</Beside>;
}

/** Takes the focus when it opens and gives it back when it closes, as a dialog does by itself. */
function Beside({ label, children }: { label: string; children: ComponentChildren }) {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return <aside ref={panel} class="panel" aria-label={label} tabIndex={-1}>{children}</aside>;
}

function PanelContent({ id, title, onClose }: { id: string; title: string; onClose(): void }) {
  const { i18n: { t } } = useApp();
  const task = useTask(id);
  return (
    <>
      <header class="bar panel-bar">
        <h2 class="cut" title={title}>{title}</h2>
        <span class="spacer" />
        <TaskActions id={id} />
        <Link
          class="icon-button"
          href={`/tasks/${id}`}
          title={t("task.openPage")}
          aria-label={t("task.openPage")}
        >
          <Maximize2 size={14} aria-hidden />
        </Link>
        <IconButton icon={X} label={t("task.closePanel")} onClick={onClose} />
      </header>
      <TaskBody task={task} />
    </>
  );
}
