import type { ComponentChildren } from "preact";

/** One line of a settings card: what it is, and what it is set to. */
export function Setting({ name, hint, children }: {
  name: string;
  hint?: string;
  children: ComponentChildren;
}) {
  return (
    <div class="setting">
      <div class="setting-name">
        <span>{name}</span>
        {hint && <small>{hint}</small>}
      </div>
      {children}
    </div>
  );
}
