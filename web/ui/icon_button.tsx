import type { LucideIcon } from "lucide-preact";
import type { Ref } from "preact";

interface IconButtonProps {
  icon: LucideIcon;
  /** What it does: the name for a screen reader and the hint on hover. */
  label: string;
  onClick(event: MouseEvent): void;
  disabled?: boolean;
  expanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon: Icon, label, onClick, disabled, expanded, buttonRef }: IconButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      class="icon-button"
      aria-label={label}
      aria-expanded={expanded}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
