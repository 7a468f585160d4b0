import { Check, Copy } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../app_context.ts";
import { copyText } from "./copy.ts";
import { IconButton } from "./icon_button.tsx";

const SHOWN_MS = 1_500;

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const id = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(id);
  }, [copied]);
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? t("action.copied") : label ?? t("action.copy")}
      onClick={async () => setCopied(await copyText(text))}
    />
  );
}
