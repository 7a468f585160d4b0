import DOMPurify from "dompurify";
import { useMemo } from "preact/hooks";
import { useApp } from "../app_context.ts";
import { copyText } from "./copy.ts";
import { markdownHtml } from "./markdown_html.ts";

/** `style` would be refused by the CSP; everything else not named here has no place in an answer. */
const ALLOWED = {
  ALLOWED_TAGS: (
    "p br strong em del code pre a ul ol li blockquote h3 h4 h5 h6 hr table thead tbody tr th td div span button"
  ).split(" "),
  ALLOWED_ATTR: "href target rel class role aria-label align start tabindex type data-copy".split(" "),
};

/** GFM with links that open outside and code that can be copied. */
export function Markdown({ text }: { text: string }) {
  const { i18n, toasts } = useApp();
  const { t, language } = i18n;
  const html = useMemo(() => {
    const labels = { copy: t("action.copy"), done: t("state.done"), notDone: t("state.idle") };
    return DOMPurify.sanitize(markdownHtml(text, labels), ALLOWED);
  }, [text, language.value]);

  async function copyCode({ target }: MouseEvent) {
    if (!(target instanceof HTMLElement) || !("copy" in target.dataset)) return;
    const code = target.closest(".code")?.querySelector("code")?.textContent ?? "";
    if (await copyText(code)) toasts.show({ tone: "neutral", text: t("action.copied") });
  }
  // deno-lint-ignore react-no-danger -- sanitized above
  return <div class="prose" onClick={copyCode} dangerouslySetInnerHTML={{ __html: html }} />;
}
