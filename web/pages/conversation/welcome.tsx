import { FileText, MessageCircle, SquareTerminal } from "lucide-preact";
import { useApp } from "../../app_context.ts";
import { focusComposer } from "../../shell/commands.ts";
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
    drafts.add("main", text);
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
