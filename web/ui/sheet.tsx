import type { ComponentChildren } from "preact";
import { closeOnBackdrop, useModal } from "./dialog.tsx";

/** A panel over the page from the side, where the window is too narrow to have it beside. */
export function Sheet({ label, onClose, children }: {
  label: string;
  onClose(): void;
  children: ComponentChildren;
}) {
  const dialog = useModal("itself");
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={label}
      tabIndex={-1}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      {children}
    </dialog>
  );
}
