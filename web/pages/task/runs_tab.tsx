import { MessageCircleQuestion, Play } from "lucide-preact";
import type { WorkItemDetail } from "../../../internal/contract/work.ts";
import { Link } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { isKind } from "../../state/payloads.ts";
import type { Task } from "../../state/task.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy_button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Time } from "../../ui/time.tsx";
import { StateBadge } from "./state_badge.tsx";
import { RunView } from "./run_view.tsx";

/** What the task is about and what was done for it, newest run first. */
export function RunsTab({ task, detail }: { task: Task; detail: WorkItemDetail }) {
  const { i18n: { t } } = useApp();
  const { item, understanding } = detail;
  const origin = originOf(detail);
  return (
    <div class="tab-body">
      <OpenQuestion detail={detail} />
      {understanding !== null && (
        <section>
          <h2>{t("task.understanding")}</h2>
          <Markdown text={understanding} />
        </section>
      )}
      <dl class="kv">
        <dt class="beside-only">{t("task.state")}</dt>
        <dd class="beside-only">
          <StateBadge state={detail.state} />
        </dd>
        <dt>{t("task.createdAt")}</dt>
        <dd>
          <Time at={item.createdAt} />
          {origin && (
            <>
              {" · "}
              <Link href={`/?at=${origin}`}>{t("task.origin")}</Link>
            </>
          )}
        </dd>
        <dt>{t("task.workspace")}</dt>
        <dd class="path">
          <code class="cut" title={item.workspace}>{item.workspace}</code>
          <CopyButton text={item.workspace} label={t("action.copyPath")} />
        </dd>
      </dl>
      {detail.runs.length === 0
        ? <Empty icon={Play} title={t("run.none")} text={t("run.noneText")} />
        : detail.runs.map((run, index) => (
          <RunView key={run.id} task={task} run={run} workspace={item.workspace} startsOpen={index === 0} />
        ))}
    </div>
  );
}

/** The message of the conversation that it came from, unless it was made by hand or lies too far back. */
function originOf({ events }: WorkItemDetail): string | undefined {
  const created = events.find((event) => isKind(event, "work_item.created"));
  return created && isKind(created, "work_item.created") ? created.payload.of : undefined;
}

/** The one thing that keeps the task from going on. */
function OpenQuestion({ detail: { question } }: { detail: WorkItemDetail }) {
  const { i18n: { t }, outbox } = useApp();
  if (question === null) return null;
  return (
    <div class="note wait">
      <MessageCircleQuestion size={16} aria-hidden />
      <div class="note-body">
        <span class="note-title">{t("talk.question")}</span>
        <Markdown text={question.question} />
        {question.options.length > 0 && (
          <div class="actions">
            {question.options.map((option) => (
              <Button
                key={option}
                small
                onClick={() => outbox.send({ text: option, replyTo: question.id })}
              >
                {option}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
