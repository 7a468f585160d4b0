import { CircleAlert, MessageCircleQuestion } from "lucide-preact";
import { useApp } from "../../app_context.ts";
import { focusComposer } from "../../shell/commands.ts";
import type { Answer } from "../../state/grouping.ts";
import type { EventOf } from "../../state/payloads.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy_button.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Time } from "../../ui/time.tsx";

interface AnswerProps {
  answer: Answer;
  /** Puts the question's text into the message field again; null when it is not there any more. */
  onAgain: (() => void) | null;
}

export function AnswerView({ answer, onAgain }: AnswerProps) {
  switch (answer.kind) {
    case "agent.reply":
      return <Reply reply={answer} />;
    case "agent.error":
      return <Failure failure={answer} onAgain={onAgain} />;
    case "escalation":
      return <TaskQuestion question={answer} />;
  }
}

function Reply({ reply: { payload, ts } }: { reply: EventOf<"agent.reply"> }) {
  const { i18n } = useApp();
  const text = i18n.notices(payload.notices, payload.text);
  return (
    <div class="answer">
      <Markdown text={text} />
      <div class="meta">
        {payload.demo && <Badge outline hint={i18n.t("talk.demoHint")}>{i18n.t("talk.demo")}</Badge>}
        <Time at={ts} as="clock" />
        <span class="on-hover">
          <CopyButton text={text} />
        </span>
      </div>
    </div>
  );
}

function Failure({ failure: { payload, ts }, onAgain }: {
  failure: EventOf<"agent.error">;
  onAgain: AnswerProps["onAgain"];
}) {
  const { i18n } = useApp();
  const { t } = i18n;
  return (
    <div class="note bad">
      <CircleAlert size={16} aria-hidden />
      <div class="note-body">
        <span class="note-title">{t("talk.errorTitle")}</span>
        <span>{i18n.notices(payload.notice && [payload.notice], payload.error)}</span>
        <small>
          {onAgain && <>{t("talk.errorSafe")}{" "}</>}
          {t("failed.code", { code: payload.code })} · <Time at={ts} as="clock" />
        </small>
        {onAgain && (
          <div class="actions">
            <Button small onClick={onAgain}>{t("talk.again")}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

function TaskQuestion({ question }: { question: EventOf<"escalation"> }) {
  const { i18n, conversation, composer, outbox } = useApp();
  const { t } = i18n;
  const { payload, id } = question;
  const isAnswered = conversation.answered.value.has(id) ||
    outbox.messages.value.some(({ replyTo }) => replyTo === id);
  const title = payload.reason === "budget" ? "talk.budget" : "talk.question";

  function answerInOwnWords() {
    composer.answering.value = question;
    focusComposer();
  }
  return (
    <div class={`note ${isAnswered ? "" : "wait"}`}>
      <MessageCircleQuestion size={16} aria-hidden />
      <div class="note-body">
        <span class="note-title">{t(isAnswered ? "talk.answered" : title)}</span>
        <Markdown text={i18n.notices(payload.notice && [payload.notice], payload.question)} />
        {payload.path.length > 1 && <small>{payload.path.map((step) => step.title).join(" › ")}</small>}
        {!isAnswered && (
          <div class="actions">
            {payload.options?.map((option) => (
              <Button
                key={option}
                small
                onClick={() => outbox.send({ text: option, replyTo: id })}
              >
                {option}
              </Button>
            ))}
            <Button small tone="quiet" onClick={answerInOwnWords}>{t("talk.reply")}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
