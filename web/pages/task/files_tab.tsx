import { ArrowLeft, Download, File, FolderOpen, TriangleAlert } from "lucide-preact";
import { useSearchParams } from "wouter-preact";
import type { FileContent, WorkItemFiles } from "../../../internal/contract/work.ts";
import { useApp } from "../../app_context.ts";
import type { Task } from "../../state/task.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useLoaded } from "../../ui/use_loaded.ts";

/** What lies in the task's folder: the list, and one file at a time. */
export function FilesTab({ task }: { task: Task }) {
  const { api, i18n: { t } } = useApp();
  const [params, setParams] = useSearchParams();
  const path = params.get("file");
  // A run that ended may have written something.
  const runsSeen = task.detail.value?.runs.map(({ status }) => status).join() ?? "";
  const files = useLoaded(() => api.files(task.id), [task.id, runsSeen]);

  function open(next: string | null) {
    setParams((now) => {
      if (next === null) now.delete("file");
      else now.set("file", next);
      return now;
    });
  }
  if (path !== null) return <FileView taskId={task.id} path={path} onBack={() => open(null)} />;
  if (files.phase === "loading") return <Skeleton />;
  if (files.phase === "failed") {
    return (
      <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
        <Button onClick={files.retry}>{t("action.retry")}</Button>
      </Empty>
    );
  }
  if (files.value.files.length === 0) {
    return <Empty icon={FolderOpen} title={t("files.none")} text={t("files.noneText")} />;
  }
  return <FileList files={files.value} onOpen={open} />;
}

function FileList(
  { files: { files, truncated }, onOpen }: { files: WorkItemFiles; onOpen(path: string): void },
) {
  const { i18n: { t, format } } = useApp();
  return (
    <div class="files">
      <ul aria-label={t("files.list")}>
        {files.map(({ path, size, modifiedAt }) => (
          <li key={path}>
            <button type="button" class="file-row" data-row onClick={() => onOpen(path)}>
              <File size={16} aria-hidden />
              <span class="cut">{path}</span>
              <span class="file-size">{format.value.bytes(size)}</span>
              <Time at={modifiedAt} />
            </button>
          </li>
        ))}
      </ul>
      {truncated && <p class="files-note">{t("files.truncated")}</p>}
    </div>
  );
}

function FileView({ taskId, path, onBack }: { taskId: string; path: string; onBack(): void }) {
  const { api, i18n: { t } } = useApp();
  const file = useLoaded(() => api.file(taskId, path), [taskId, path]);
  return (
    <div class="file-view">
      <div class="file-bar">
        <Button small tone="quiet" onClick={onBack}>
          <ArrowLeft size={14} aria-hidden />
          {t("files.back")}
        </Button>
        <span class="spacer" />
        <a class="button small" href={api.downloadUrl(taskId, path)} download={path.split("/").at(-1)}>
          <Download size={14} aria-hidden />
          {t("action.download")}
        </a>
      </div>
      {file.phase === "loading" && <Skeleton />}
      {file.phase === "failed" && (
        <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
          <Button onClick={file.retry}>{t("action.retry")}</Button>
        </Empty>
      )}
      {file.phase === "ready" && <FileText file={file.value} />}
    </div>
  );
}

function FileText({ file: { path, text, reason } }: { file: FileContent }) {
  const { i18n: { t } } = useApp();
  if (text !== undefined) return <CodeBlock text={text} name={path} height="tall" />;
  return <Empty icon={File} title={path} text={t(reason === "binary" ? "files.binary" : "files.tooLarge")} />;
}
