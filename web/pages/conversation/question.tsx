import { Copy, EyeOff, Link as LinkIcon } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { addressOf } from "../../state/attachments.ts";
import { type Group, wordsOf } from "../../state/grouping.ts";
import { IMAGES_LOST, type Outgoing } from "../../state/outbox.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Clip } from "../../ui/clip.tsx";
import { copyText } from "../../ui/copy.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Time } from "../../ui/time.tsx";
import { Pictures } from "./pictures.tsx";

/** What the person said: on its way, in the log, or hidden again. */
export function QuestionView({ group }: { group: Group }) {
  const { i18n: { t }, api } = useApp();
  const { question, outgoing, rootId } = group;
  if (outgoing !== null) return <Sending message={outgoing} />;
  if (question === null) {
    return (
      <div class="meta end">
        {t("talk.earlier")} · <Link href={`/?at=${rootId}`}>{t("talk.showEarlier")}</Link>
      </div>
    );
  }
  const isHidden = question.payload.redacted === true;
  const words = wordsOf(question);
  const pictures = (question.payload.images ?? []).map((_, index) => ({
    src: api.imageUrl(question.id, index),
  }));
  return (
    <div class="question">
      <Pictures pictures={pictures} />
      {isHidden ? <p class="bubble hidden">{t("talk.hidden")}</p> : <Bubble text={words} />}
      <div class="meta end">
        {!isHidden && <QuestionMenu id={question.id} text={words} />}
        {question.payload.channel === "cli" && <span>{t("talk.fromTerminal")}</span>}
        <TaskTags group={group} />
        <Time at={question.ts} as="clock" />
      </div>
    </div>
  );
}

function Bubble({ text, state = "" }: { text: string; state?: "sending" | "failed" | "" }) {
  if (text === "") return null;
  return (
    <div class={`bubble ${state}`}>
      <Clip>{text}</Clip>
    </div>
  );
}

function TaskTags({ group }: { group: Group }) {
  const { i18n: { t }, tasks } = useApp();
  return group.tasks.map(({ payload: { workItemId, title, created } }) => (
    <Link key={workItemId} class="tag" href={`/?task=${workItemId}`} title={title}>
      <Badge outline>
        <span class="cut">
          {created ? t("talk.newTask") : tasks.cards.value.get(workItemId)?.item.title ?? title}
        </span>
      </Badge>
    </Link>
  ));
}

function Sending({ message: { clientKey, text, images = [], state, failure } }: { message: Outgoing }) {
  const { i18n: { t }, outbox, drafts, attachments } = useApp();
  const isIncomplete = failure?.code === IMAGES_LOST;
  function edit() {
    drafts.add("main", text);
    attachments.of("main").restore(images);
    outbox.drop(clientKey);
  }
  return (
    <div class="question">
      <Pictures pictures={images.map((image) => ({ src: addressOf(image), name: image.name }))} />
      <Bubble text={text} state={state === "failed" ? "failed" : "sending"} />
      <div class="meta end" role="status">
        {state === "failed"
          ? (
            <>
              <span class="bad-text" title={failure?.message}>
                {t(failure?.isPassing ? "talk.notSentYet" : "talk.notSent")}
                {isIncomplete && <>{" "}{t("image.lost")}</>}
              </span>
              <Button small tone="quiet" onClick={edit}>{t("talk.edit")}</Button>
              <Button small tone="quiet" onClick={() => outbox.drop(clientKey)}>{t("action.discard")}</Button>
              {!isIncomplete && (
                <Button small onClick={() => outbox.retry(clientKey)}>{t("action.retry")}</Button>
              )}
            </>
          )
          : <span>{t("talk.sending")}</span>}
      </div>
    </div>
  );
}

function QuestionMenu({ id, text }: { id: string; text: string }) {
  const { i18n: { t }, conversation, attempt, toasts } = useApp();
  const [isAsking, setAsking] = useState(false);
  async function copy(value: string) {
    if (await copyText(value)) toasts.show({ tone: "neutral", text: t("action.copied") });
  }
  function hide() {
    setAsking(false);
    void attempt(() => conversation.redact(id));
  }
  return (
    <span class="on-hover">
      <Menu
        label={t("action.more")}
        items={[
          ...(text === "" ? [] : [{ icon: Copy, label: t("action.copy"), run: () => void copy(text) }]),
          {
            icon: LinkIcon,
            label: t("action.copyLink"),
            run: () => void copy(`${location.origin}/?at=${id}`),
          },
          { icon: EyeOff, label: t("talk.hide"), bad: true, run: () => setAsking(true) },
        ]}
      />
      {isAsking && (
        <Dialog
          title={t("talk.hideTitle")}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)} autoFocus>{t("action.cancel")}</Button>
              <Button tone="danger" onClick={hide}>{t("talk.hideDo")}</Button>
            </>
          }
        >
          {text !== "" && <blockquote class="quoted">{text}</blockquote>}
          <p>{t("talk.hideText")}</p>
        </Dialog>
      )}
    </span>
  );
}
