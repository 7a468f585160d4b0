import type { LucideIcon } from "lucide-preact";
import type { ComponentChildren } from "preact";

/** A page with nothing on it teaches: one sentence, one action. */
export function Empty({ icon: Icon, title, text, children }: {
  icon?: LucideIcon;
  title: string;
  text: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {Icon && <Icon size={28} strokeWidth={1.5} aria-hidden />}
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}
