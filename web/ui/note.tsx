import type { LucideIcon } from "lucide-preact";
import type { ComponentChildren } from "preact";

/** Something to know before going on, with what can be done about it. */
export function Note({ icon: Icon, tone, title, isAlert, children, actions }: {
  icon: LucideIcon;
  tone?: "wait" | "bad";
  title?: string;
  /** Came up because of what the person just did: it is read out. */
  isAlert?: boolean;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class={`note ${tone ?? ""}`} role={isAlert ? "alert" : undefined}>
      <Icon size={16} aria-hidden />
      <div class="note-body">
        {title && <span class="note-title">{title}</span>}
        {children}
        {actions && <div class="actions">{actions}</div>}
      </div>
    </div>
  );
}
