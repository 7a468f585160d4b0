import { Check, ChevronDown } from "lucide-preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { FieldFrame, type FramedProps } from "./field_frame.tsx";
import { keepPlaced } from "./place.ts";

interface ComboboxProps extends FramedProps {
  value: string;
  onInput(value: string): void;
  /** Offered, not demanded: anything may be typed. */
  options: string[];
  placeholder?: string;
  disabled?: boolean;
}

/** A text field that offers a list: arrow keys choose, Enter takes, Escape closes the list alone. */
export function Combobox({ value, onInput, options, placeholder, disabled, ...frame }: ComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isFiltered, setFiltered] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const found = isFiltered ? options.filter((option) => matches(option, value)) : options;
  const isShown = isOpen && found.length > 0;

  function open() {
    setOpen(true);
    setFiltered(false);
    setChosen(options.indexOf(value));
  }
  function take(option: string | undefined) {
    if (option !== undefined) onInput(option);
    setOpen(false);
  }
  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (isShown) setChosen((chosen + step + found.length) % found.length);
      else open();
    } else if (event.key === "Enter" && isShown) take(found[chosen]);
    else if (event.key === "Escape" && isShown) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <FieldFrame {...frame}>
      {(framed) => (
        <span class="select combobox">
          <input
            {...framed}
            ref={input}
            class="input"
            type="text"
            role="combobox"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onClick={open}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
            onInput={(event) => {
              onInput(event.currentTarget.value);
              setOpen(true);
              setFiltered(true);
              setChosen(-1);
            }}
          />
          {options.length > 0 && <ChevronDown size={14} aria-hidden />}
          {isShown && (
            <Options
              id={listId}
              label={frame.label}
              options={found}
              value={value}
              chosen={chosen}
              anchor={input.current}
              onTake={take}
            />
          )}
        </span>
      )}
    </FieldFrame>
  );
}

function Options({ id, label, options, value, chosen, anchor, onTake }: {
  id: string;
  label: string;
  options: string[];
  value: string;
  chosen: number;
  anchor: HTMLElement | null;
  onTake(option: string): void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || anchor === null) return;
    element.showPopover();
    element.style.width = `${anchor.offsetWidth}px`;
    return keepPlaced(element, anchor, "start");
  }, []);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <ul ref={list} id={id} popover="manual" class="menu options" role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span class="cut">{option}</span>
          {option === value && <Check size={14} aria-hidden />}
        </li>
      ))}
    </ul>
  );
}

function matches(option: string, typed: string): boolean {
  return option.toLowerCase().includes(typed.trim().toLowerCase());
}
