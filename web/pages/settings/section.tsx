import type { ComponentChildren } from "preact";
import { useText } from "../../app_context.ts";
import type { Section as Name } from "./sections.ts";

/** One section: its name, what it is about, what can be done to all of it, and what is in it. */
export function Section({ name, text, actions, children }: {
  name: Name;
  text?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const t = useText();
  return (
    <section class="settings-column" aria-labelledby={`settings-${name}`}>
      <header class="settings-head">
        <div>
          <h2 id={`settings-${name}`}>{t(`settings.section.${name}`)}</h2>
          {text && <p>{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
