import { Ellipsis, type LucideIcon } from "lucide-preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "./icon_button.tsx";
import { keepPlaced } from "./place.ts";

interface MenuItem {
  icon: LucideIcon;
  label: string;
  bad?: boolean;
  run(): void;
}

/** Three dots that open a list of actions; arrow keys move, Escape gives the focus back. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={label}
        expanded={isOpen}
        buttonRef={trigger}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <MenuList
          label={label}
          items={items}
          trigger={trigger.current}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function MenuList({ label, items, trigger, onClose }: {
  label: string;
  items: MenuItem[];
  trigger: HTMLElement | null;
  onClose(): void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || trigger === null) return;
    element.showPopover();
    const letGo = keepPlaced(element, trigger, "end");
    element.querySelector("button")?.focus();
    return letGo;
  }, []);

  function move(event: KeyboardEvent) {
    const buttons = [...list.current?.querySelectorAll("button") ?? []];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <div
      ref={list}
      popover="auto"
      class="menu"
      role="menu"
      aria-label={label}
      onKeyDown={move}
      onToggle={(event) => event.newState === "closed" && onClose()}
    >
      {items.map(({ icon: Icon, label, bad, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          class={bad ? "bad" : ""}
          onClick={() => {
            list.current?.hidePopover();
            run();
          }}
        >
          <Icon size={16} aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}
