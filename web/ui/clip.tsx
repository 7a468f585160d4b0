import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../app_context.ts";
import { Button } from "./button.tsx";

/** Shows the beginning of something long, and all of it when asked. */
export function Clip({ children }: { children: ComponentChildren }) {
  const t = useText();
  const content = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = content.current;
    if (element !== null && !isOpen) setLong(element.scrollHeight > element.clientHeight + 1);
  });
  return (
    <div class={`clip ${isOpen ? "" : "closed"} ${isLong && !isOpen ? "fades" : ""}`}>
      <div class="clip-content" ref={content}>{children}</div>
      {isLong && (
        <Button small tone="quiet" onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "action.showLess" : "action.showAll")}
        </Button>
      )}
    </div>
  );
}
