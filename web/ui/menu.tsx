import { Ellipsis, type LucideIcon } from "lucide-preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "./icon_button.tsx";

interface MenuItem {
  icon: LucideIcon;
  label: string;
  bad?: boolean;
  run(): void;
}

const GAP = 4;

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
    const stay = () => place(element, trigger);
    element.showPopover();
    stay();
    element.querySelector("button")?.focus();
    addEventListener("resize", stay);
    addEventListener("scroll", stay, { capture: true });
    return () => {
      removeEventListener("resize", stay);
      removeEventListener("scroll", stay, { capture: true });
    };
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

/** Below the trigger, or above it where the window ends; never over its edges. */
function place(menu: HTMLElement, trigger: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = at.bottom + GAP + height <= innerHeight;
  menu.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  menu.style.left = `${Math.max(GAP, Math.min(at.right - width, innerWidth - width - GAP))}px`;
}
