import { useEffect, useState } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Mark } from "../../ui/mark.tsx";

/** Instead of everything, while this browser has no cookie or newpi does not answer. */
export function Gate({ reason }: { reason: "signedOut" | "unreachable" }) {
  const { i18n: { t }, open } = useApp();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void (document.title = t("app.title", { page: t("gate.title") })), [t("gate.title")]);
  const isSignedOut = reason === "signedOut";
  async function retry() {
    setBusy(true);
    await open();
    setBusy(false);
  }
  return (
    <main class="gate">
      <div class="gate-card">
        <Mark size={48} />
        <h1>{t(isSignedOut ? "gate.title" : "gate.unreachableTitle")}</h1>
        <p>{t(isSignedOut ? "gate.text" : "gate.unreachableText")}</p>
        <div class="gate-commands">
          <CodeBlock name={t("gate.open")} text="newpi open" />
          <CodeBlock name={t("gate.start")} text="newpi" />
        </div>
        <Button tone="primary" busy={isBusy} onClick={retry}>
          {t(isSignedOut ? "gate.retry" : "action.retry")}
        </Button>
      </div>
    </main>
  );
}
