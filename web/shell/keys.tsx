import { useEffect } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useApp } from "../app_context.ts";
import { type Binding, keymap } from "./keymap.ts";
import { commands } from "./commands.ts";
import { focusRow } from "./rows.ts";

/** Listens to the keyboard for the whole page. */
export function Keys() {
  const app = useApp();
  const [, go] = useLocation();
  useEffect(() => {
    const bindings: Binding[] = [
      ...commands(app, go).flatMap(({ keys, run }) => keys === undefined ? [] : [{ keys, run }]),
      { keys: "j", run: () => focusRow(1) },
      { keys: "k", run: () => focusRow(-1) },
      { keys: "Escape", run: () => leave(go) },
    ];
    const press = keymap(() => bindings, Date.now);
    function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      // An open dialog has the keyboard for itself; the browser closes it on Escape.
      if (document.querySelector("dialog[open]") !== null) return;
      if (press(event, isTyping(event.target))) event.preventDefault();
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [app, go]);
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"));
}

/** First lets go of a field, then closes what is open beside the page. */
function leave(go: (path: string) => void): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && isTyping(focused)) return focused.blur();
  if (location.pathname === "/" && location.search !== "") go("/");
}
