import { Search } from "lucide-preact";
import { useId, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useApp } from "../app_context.ts";
import { taskTone } from "../pages/task/state_badge.tsx";
import { Dot } from "../ui/badge.tsx";
import { closeOnBackdrop, useModal } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { commands } from "./commands.ts";
import { keyLabels } from "./key_label.ts";
import { type PaletteEntry, rank } from "./palette_rank.ts";

/** Everything by name: commands and tasks. */
export function Palette({ onClose }: { onClose(): void }) {
  const app = useApp();
  const { t } = app.i18n;
  const [, go] = useLocation();
  const dialog = useModal();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);

  const entries: PaletteEntry[] = [
    ...commands(app, go).filter(({ label }) => label !== "keys.palette").map((
      { label, keys, icon: Icon, run },
    ) => ({
      name: t(label),
      section: t("palette.commands"),
      icon: <Icon size={16} aria-hidden />,
      keys,
      run,
    })),
    ...[...app.tasks.cards.value.values()].map(({ item, state }) => ({
      name: item.title,
      section: t("palette.tasks"),
      icon: <Dot tone={taskTone(state)} />,
      run: () => go(`/tasks/${item.id}`),
    })),
  ];
  const found = rank(entries, query);

  function run(entry: PaletteEntry | undefined) {
    if (entry === undefined) return;
    dialog.current?.close();
    onClose();
    entry.run();
  }
  function choose(index: number) {
    setChosen(index);
    list.current?.querySelectorAll("[role=option]")[index]?.scrollIntoView({ block: "nearest" });
  }
  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(found[chosen]);
    else if (step !== undefined && found.length > 0) choose((chosen + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={t("palette.title")}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <label class="palette-input">
        <Search size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          autocomplete="off"
          autoFocus
          aria-label={t("palette.title")}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={t("palette.placeholder")}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </label>
      {found.length === 0 && <p class="palette-none" role="status">{t("palette.none", { query })}</p>}
      <ul ref={list} id={id} role="listbox" aria-label={t("palette.title")} class="palette-list">
        {found.map((entry, index) => (
          <li
            key={`${entry.section}${entry.name}${index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(entry)}
            onMouseMove={() => setChosen(index)}
          >
            <span class="palette-icon">{entry.icon}</span>
            <span class="cut">{entry.name}</span>
            {entry.keys === undefined ? <small>{entry.section}</small> : (
              <span class="palette-keys">
                {keyLabels(entry.keys).map((key) => <Kbd key={key}>{key}</Kbd>)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </dialog>
  );
}
