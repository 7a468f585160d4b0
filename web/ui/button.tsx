import type { ComponentChildren, Ref } from "preact";

interface ButtonProps {
  children: ComponentChildren;
  onClick?(event: MouseEvent): void;
  tone?: "plain" | "primary" | "quiet" | "danger";
  small?: boolean;
  disabled?: boolean;
  /** Working: says so to a screen reader and takes no second click. */
  busy?: boolean;
  type?: "button" | "submit";
  autoFocus?: boolean;
  label?: string;
  buttonRef?: Ref<HTMLButtonElement>;
}

export function Button(
  { children, tone = "plain", small, busy, disabled, type, label, ...rest }: ButtonProps,
) {
  const { buttonRef, ...handlers } = rest;
  return (
    <button
      ref={buttonRef}
      type={type ?? "button"}
      class={`button ${tone} ${small ? "small" : ""}`}
      disabled={disabled || busy}
      aria-busy={busy}
      aria-label={label}
      {...handlers}
    >
      {children}
    </button>
  );
}
