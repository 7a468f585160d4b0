import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../app_context.ts";
import { IconButton } from "./icon_button.tsx";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** Buttons, the one that does it last. */
  footer?: ComponentChildren;
  /** Makes the whole a form: Enter in a field does what the last button does. */
  onSubmit?(): void;
  /** Holds what was typed: a click beside it does not throw that away. */
  isKept?: boolean;
  /** For a picture: as wide as it needs to be. */
  isWide?: boolean;
}

/** Opens when it is rendered. The browser's own dialog keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, footer, onSubmit, isKept, isWide }: DialogProps) {
  const t = useText();
  const titleId = useId();
  const dialog = useModal();
  const body = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // What scrolls can be reached by keyboard, also where it holds nothing but text.
  useLayoutEffect(() => {
    const element = body.current;
    setScrolls(element !== null && element.scrollHeight > element.clientHeight);
  }, []);
  const content = (
    <>
      <div class="body" ref={body} tabIndex={scrolls ? 0 : undefined}>{children}</div>
      {footer && <footer>{footer}</footer>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={isKept ? undefined : closeOnBackdrop}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton
          icon={X}
          label={t("action.close")}
          onClick={() => dialog.current?.close()}
        />
      </header>
      {onSubmit
        ? (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            {content}
          </form>
        )
        : content}
    </dialog>
  );
}

/**
 * Shows the dialog as a modal as soon as it is in the document.
 *
 * @param focus What is focused: the first thing that can be (or asks for it), or the dialog, which is then read out.
 */
export function useModal(focus: "first" | "itself" = "first") {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (focus === "itself") element?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}

/** The backdrop belongs to the dialog element itself; anything inside is a descendant. */
export function closeOnBackdrop(event: MouseEvent & { currentTarget: HTMLDialogElement }): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}
