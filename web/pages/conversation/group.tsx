import { useLocation } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { focusComposer } from "../../shell/commands.ts";
import { type Group, wordsOf } from "../../state/grouping.ts";
import { Elapsed } from "../../ui/time.tsx";
import { AnswerView } from "./answer.tsx";
import { LiveAnswer } from "./live_answer.tsx";
import { QuestionView } from "./question.tsx";
import { TaskCard } from "./task_card.tsx";

/** Enough to know which message it is. */
const NAME_LENGTH = 80;

interface GroupProps {
  group: Group;
  /** Ids of the tasks whose newest group this is: here stands their live card. */
  liveTasks: readonly string[];
  isLinked: boolean;
}

/** One message of the person with all that came from it. */
export function GroupView({ group, liveTasks, isLinked }: GroupProps) {
  const { drafts, liveText, i18n: { t } } = useApp();
  const [, go] = useLocation();
  const text = group.question === null ? group.outgoing?.text ?? "" : wordsOf(group.question);
  const cards = group.tasks.filter(({ payload }) => liveTasks.includes(payload.workItemId));
  const written = liveText.replies.value.filter(({ root }) => root === group.rootId);
  const isLoaded = group.question !== null || group.outgoing !== null;
  const isOpen = group.outgoing === null && group.question !== null && !group.question.payload.redacted;
  function writeAgain() {
    drafts.add("main", text);
    focusComposer();
  }
  function openTask(event: KeyboardEvent & { currentTarget: HTMLElement }) {
    const [task] = group.tasks;
    const isRow = event.target === event.currentTarget;
    if (event.key === "Enter" && isRow && task !== undefined) go(`/?task=${task.payload.workItemId}`);
  }
  return (
    <article
      class={`group ${isLinked ? "linked" : ""}`}
      aria-label={text.slice(0, NAME_LENGTH) || t(nameless(group))}
      data-row
      tabIndex={-1}
      onKeyDown={openTask}
    >
      <div data-anchor={isLoaded ? group.key : undefined}>
        <QuestionView group={group} />
      </div>
      {cards.map(({ payload }) => (
        <TaskCard key={payload.workItemId} id={payload.workItemId} title={payload.title} />
      ))}
      {group.answers.map((answer) => (
        <div key={answer.id} data-anchor={answer.id}>
          <AnswerView answer={answer} onAgain={text === "" ? null : writeAgain} />
        </div>
      ))}
      {written.map((reply) => <LiveAnswer key={reply.id} reply={reply} />)}
      {isOpen && written.length === 0 && group.answers.length === 0 && cards.length === 0 && (
        <Thinking since={group.ts} />
      )}
    </article>
  );
}

/** What a message without words is called. */
function nameless({ question, outgoing }: Group) {
  if (question?.payload.redacted) return "talk.hidden";
  return question === null && outgoing === null ? "talk.earlier" : "image.list";
}

function Thinking({ since }: { since: string }) {
  const { i18n: { t } } = useApp();
  return (
    <div class="thinking">
      <span class="thinking-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>{t("talk.thinking")}</span>
      <Elapsed since={since} />
    </div>
  );
}
