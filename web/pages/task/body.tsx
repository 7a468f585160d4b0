import { CircleSlash, TriangleAlert } from "lucide-preact";
import { useSearchParams } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import type { Task } from "../../state/task.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TaskMessageBox } from "../conversation/composer.tsx";
import { FilesTab } from "./files_tab.tsx";
import { LogTab } from "./log_tab.tsx";
import { RunsTab } from "./runs_tab.tsx";

const TABS = ["run", "files", "log"] as const;
type TabName = typeof TABS[number];

/** The task itself, the same beside the conversation and as a page. */
export function TaskBody({ task }: { task: Task }) {
  const { i18n: { t } } = useApp();
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "run";
  const detail = task.detail.value;
  function select(name: TabName) {
    setParams((now) => {
      now.delete("file");
      now.set("tab", name);
      return now;
    }, { replace: true });
  }
  if (task.phase.value === "missing") {
    return <Empty icon={CircleSlash} title={t("task.missingTitle")} text={t("task.missingText")} />;
  }
  if (task.phase.value === "failed") {
    return (
      <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
        <Button onClick={task.load}>{t("action.retry")}</Button>
      </Empty>
    );
  }
  if (detail === null) return <Skeleton />;
  return (
    <div class="task-body">
      <Tabs<TabName>
        label={t("task.tabs")}
        selected={tab}
        onSelect={select}
        tabs={[
          { name: "run", label: t("task.tab.run"), count: detail.runs.length },
          { name: "files", label: t("task.tab.files") },
          { name: "log", label: t("task.tab.log") },
        ]}
      >
        {tab === "run" && <RunsTab task={task} detail={detail} />}
        {tab === "files" && <FilesTab task={task} />}
        {tab === "log" && <LogTab task={task} />}
      </Tabs>
      <TaskMessageBox id={detail.item.id} />
    </div>
  );
}
