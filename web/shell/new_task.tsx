import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useApp } from "../app_context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";

const MAX_TITLE = 200;
const MAX_BRIEF = 20_000;

/** A task without the conversation: named, and started at once when it says what to do. */
export function NewTask({ onClose }: { onClose(): void }) {
  const { i18n: { t }, tasks, drafts, attempt } = useApp();
  const [, go] = useLocation();
  const title = drafts.of("newTask.title");
  const brief = drafts.of("newTask.brief");
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);

  async function create() {
    if (title.value.trim() === "") return setMissing(true);
    setBusy(true);
    const done = await attempt(async () => {
      const id = await tasks.create(title.value.trim(), brief.value);
      title.value = brief.value = "";
      onClose();
      go(`/tasks/${id}`);
    });
    if (!done) setBusy(false);
  }

  return (
    <Dialog
      title={t("task.new")}
      onClose={onClose}
      onSubmit={create}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {t(brief.value.trim() === "" ? "task.create" : "task.createAndStart")}
          </Button>
        </>
      }
    >
      <Field
        label={t("task.newTitle")}
        hint={t("task.newTitleHint")}
        problem={isMissing && title.value.trim() === "" ? t("task.titleMissing") : null}
        value={title.value}
        maxLength={MAX_TITLE}
        onInput={(value) => title.value = value}
        autoFocus
      />
      <Field
        label={t("task.newBrief")}
        hint={t("task.newBriefHint")}
        value={brief.value}
        rows={5}
        maxLength={MAX_BRIEF}
        onInput={(value) => brief.value = value}
      />
    </Dialog>
  );
}
