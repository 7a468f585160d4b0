import { X } from "lucide-preact";
import { Link } from "wouter-preact";
import type { WorkItem } from "../../../internal/contract/work.ts";
import { useApp } from "../../app_context.ts";
import { IconButton } from "../../ui/icon_button.tsx";
import { type Message, MessageBox } from "./message_box.tsx";

/** The field of the conversation. */
export function Composer({ onSent }: { onSent(): void }) {
  const { i18n: { t }, composer, system, outbox } = useApp();
  const answering = composer.answering.value;
  const answers = system.roles.value?.primary;

  function send(message: Message) {
    void outbox.send({ ...message, replyTo: answering?.id });
    composer.answering.value = null;
    onSent();
  }
  return (
    <div class="composer">
      <MessageBox thread="main" label={t("talk.label")} placeholder={t("talk.placeholder")} onSend={send}>
        {answering && (
          <span class="answering">
            <span class="cut" title={answering.payload.question}>
              {t("talk.answering", { question: answering.payload.question })}
            </span>
            <IconButton
              icon={X}
              label={t("talk.notAnswering")}
              onClick={() => composer.answering.value = null}
            />
          </span>
        )}
        {answers && (
          <Link class="pill" href="/settings/roles">
            {t("talk.answersWith", { agent: t(`agent.${answers.agent}`) })}
          </Link>
        )}
      </MessageBox>
    </div>
  );
}

/** The field of a task's page: straight to the one who leads it. */
export function TaskMessageBox({ id }: { id: WorkItem["id"] }) {
  const { i18n: { t }, outbox, toasts } = useApp();
  function send(message: Message) {
    void outbox.send({ ...message, target: id });
    toasts.show({ tone: "neutral", text: t("task.messageSent") });
  }
  return (
    <div class="composer">
      <MessageBox thread={id} label={t("task.message")} placeholder={t("task.message")} onSend={send} />
    </div>
  );
}
