import type { ComponentChildren, Ref } from "preact";

interface ButtonProps {
  children: ComponentChildren;
  onClick?(event: MouseEvent): void;
  tone?: "plain" | "primary" | "quiet" | "danger";
  small?: boolean;
  disabled?: boolean;
  /** Working: says so to a screen reader, takes no second click and keeps the focus. */
  busy?: boolean;
  /** Why it cannot be used now; the button can still be reached, or nobody would hear of it. */
  reason?: string | null;
  type?: "button" | "submit";
  autoFocus?: boolean;
  label?: string;
  buttonRef?: Ref<HTMLButtonElement>;
}

export function Button(
  { children, onClick, tone = "plain", small, busy, reason, type, label, buttonRef, ...rest }: ButtonProps,
) {
  const isOff = busy || Boolean(reason);
  return (
    <button
      ref={buttonRef}
      type={type ?? "button"}
      class={`button ${tone} ${small ? "small" : ""}`}
      aria-busy={busy}
      aria-disabled={isOff || undefined}
      aria-label={label}
      title={reason ?? undefined}
      // Enter in a form clicks its button too.
      onClick={(event) => isOff ? event.preventDefault() : onClick?.(event)}
      {...rest}
    >
      {children}
    </button>
  );
}
