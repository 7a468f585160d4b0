import { ArrowUp } from "lucide-preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import type { OutgoingImage } from "../../state/attachments.ts";
import { Button } from "../../ui/button.tsx";
import { AttachButton, Attached, filesOf, useDroppedFiles } from "./attached.tsx";

export interface Message {
  text: string;
  images?: readonly OutgoingImage[];
}

interface MessageBoxProps {
  /** Whose draft it keeps. */
  thread: string;
  label: string;
  placeholder: string;
  onSend(message: Message): void;
  children?: preact.ComponentChildren;
}

/** Grows with its text. Enter sends, Shift+Enter starts a line, Enter in an input method does neither. */
export function MessageBox({ thread, label, placeholder, onSend, children }: MessageBoxProps) {
  const { i18n: { t }, drafts, attachments: allAttachments, composer } = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = drafts.of(thread);
  const attachments = allAttachments.of(thread);
  const attach = (files: File[]) => void attachments.add(files);
  const { isOver, ...dropped } = useDroppedFiles(attach);
  const isEmpty = draft.value.trim() === "" && attachments.images.value.length === 0;

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
    const images = attachments.take();
    onSend(images.length === 0 ? { text } : { text, images });
  }
  function paste(event: ClipboardEvent) {
    const files = filesOf(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      class={`box ${isOver ? "over" : ""}`}
      {...dropped}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Attached attachments={attachments} />
      <textarea
        data-composer
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={draft.value}
        onInput={(event) => draft.value = event.currentTarget.value}
        onKeyDown={press}
        onPaste={paste}
      />
      <div class="box-row">
        <AttachButton onFiles={attach} />
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
