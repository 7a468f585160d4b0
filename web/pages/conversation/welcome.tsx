import { FileText, MessageCircle, SquareTerminal } from "lucide-preact";
import { useState } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import { focusComposer } from "../../shell/commands.ts";
import { Button } from "../../ui/button.tsx";
import { Mark } from "../../ui/mark.tsx";

const EXAMPLES = [
  { icon: FileText, title: "talk.exampleFile", text: "talk.exampleFileText" },
  { icon: SquareTerminal, title: "talk.exampleRun", text: "talk.exampleRunText" },
  { icon: MessageCircle, title: "talk.exampleAsk", text: "talk.exampleAskText" },
] as const;

/** The empty conversation: what it is for, and three things to try. */
export function Welcome() {
  const { i18n: { t }, drafts } = useApp();
  function tryIt(text: string) {
    drafts.of("main").value = text;
    focusComposer();
  }
  return (
    <div class="welcome">
      <Mark size={56} />
      <h2>{t("talk.emptyTitle")}</h2>
      <p>{t("talk.emptyText")}</p>
      <div class="examples">
        {EXAMPLES.map(({ icon: Icon, title, text }) => (
          <button
            key={title}
            type="button"
            onClick={() => tryIt(t(text))}
          >
            <Icon size={16} aria-hidden />
            <span>{t(title)}</span>
            <code>{t(text)}</code>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Nobody plays a role yet: explains what an agent is and offers the one that is built in. */
export function FirstRun() {
  const { i18n: { t }, system, attempt, toasts } = useApp();
  const [isBusy, setBusy] = useState(false);
  async function useDemo() {
    setBusy(true);
    const demo = { agent: "demo" } as const;
    const done = await attempt(() => system.putRoles({ primary: demo, manager: demo, worker: demo }));
    setBusy(false);
    if (done) toasts.show({ tone: "neutral", text: t("first.done") });
  }
  return (
    <section class="first-run" aria-labelledby="first-run">
      <Mark size={40} />
      <div>
        <h2 id="first-run">{t("first.title")}</h2>
        <p>{t("first.text")}</p>
        <p>{t("first.limits")}</p>
        <Button tone="primary" busy={isBusy} onClick={useDemo}>{t("first.use")}</Button>
      </div>
    </section>
  );
}
