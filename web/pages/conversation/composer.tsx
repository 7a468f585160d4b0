import { ArrowUp, X } from "lucide-preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import type { WorkItem } from "../../../internal/contract/work.ts";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon_button.tsx";

/** The field of the conversation. */
export function Composer({ onSent }: { onSent(): void }) {
  const { i18n: { t }, composer, system, outbox } = useApp();
  const answering = composer.answering.value;
  const answers = system.roles.value?.primary;

  function send(text: string) {
    void outbox.send({ text, replyTo: answering?.id });
    composer.answering.value = null;
    onSent();
  }
  return (
    <div class="composer">
      <MessageBox thread="main" label={t("talk.label")} placeholder={t("talk.placeholder")} onSend={send}>
        {answering && (
          <span class="answering">
            <span class="cut">{t("talk.answering", { question: answering.payload.question })}</span>
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
  function send(text: string) {
    void outbox.send({ text, target: id });
    toasts.show({ tone: "neutral", text: t("task.messageSent") });
  }
  return (
    <div class="composer">
      <MessageBox thread={id} label={t("task.message")} placeholder={t("task.message")} onSend={send} />
    </div>
  );
}

interface MessageBoxProps {
  /** Whose draft it keeps. */
  thread: string;
  label: string;
  placeholder: string;
  onSend(text: string): void;
  children?: preact.ComponentChildren;
}

/** Grows with its text. Enter sends, Shift+Enter starts a line, Enter in an input method does neither. */
function MessageBox({ thread, label, placeholder, onSend, children }: MessageBoxProps) {
  const { i18n: { t }, drafts, composer } = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = drafts.of(thread);
  const isEmpty = draft.value.trim() === "";

  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [draft.value]);
  useEffect(() => {
    if (!composer.wantsFocus.value) return;
    composer.wantsFocus.value = false;
    field.current?.focus();
  }, []);

  function send() {
    if (isEmpty) return;
    const text = draft.value.trim();
    draft.value = "";
    onSend(text);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        data-composer
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={draft.value}
        onInput={(event) => draft.value = event.currentTarget.value}
        onKeyDown={press}
      />
      <div class="box-row">
        {children}
        <span class="spacer" />
        <Button type="submit" tone="primary" small disabled={isEmpty} label={t("talk.send")}>
          <ArrowUp size={14} aria-hidden />
          {t("talk.send")}
        </Button>
      </div>
    </form>
  );
}

/** Safari ends the composition before the Enter that ended it; only its key code tells. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
