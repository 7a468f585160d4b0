import { Square } from "lucide-preact";
import { useState } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";

/** Stops what runs in a task. Stays busy until the log says that it stopped, and this button goes. */
export function StopButton({ id, title, small }: { id: string; title: string; small?: boolean }) {
  const { tasks, i18n: { t }, attempt } = useApp();
  const [isStopping, setStopping] = useState(false);
  async function stop() {
    setStopping(true);
    if (!await attempt(() => tasks.cancel(id))) setStopping(false);
  }
  return (
    <Button small={small} busy={isStopping} onClick={stop} label={`${t("task.stop")}: ${title}`}>
      <Square size={12} aria-hidden />
      {t(isStopping ? "task.stopping" : "task.stop")}
    </Button>
  );
}
