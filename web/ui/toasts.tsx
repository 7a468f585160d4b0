import { CircleAlert, X } from "lucide-preact";
import { useApp } from "../app_context.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon_button.tsx";

export function Toasts() {
  const { toasts, i18n } = useApp();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.shown.value.map(({ id, tone, text, action }) => (
        <div key={id} class={`toast ${tone}`}>
          {tone === "bad" && <CircleAlert size={16} aria-hidden />}
          <span>{text}</span>
          {action && (
            <Button
              small
              tone="quiet"
              onClick={() => {
                toasts.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={X} label={i18n.t("action.close")} onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
