/** What is typed and not yet sent, one text a thread; a reload does not lose it. @module */
import { type Signal, signal } from "@preact/signals";
import type { KeyValueStore } from "./storage.ts";

const PREFIX = "newpi.draft.";

export function draftsState(store: KeyValueStore) {
  const open = new Map<string, Signal<string>>();

  function of(thread: string): Signal<string> {
    const known = open.get(thread);
    if (known !== undefined) return known;
    const draft = signal(store.get(PREFIX + thread) ?? "");
    open.set(thread, draft);
    draft.subscribe((text) => store.set(PREFIX + thread, text === "" ? null : text));
    return draft;
  }
  return {
    of,
    /** Behind what is already typed, which must not be lost. */
    add(thread: string, text: string) {
      const draft = of(thread);
      draft.value = [draft.value.trimEnd(), text].filter((part) => part !== "").join("\n\n");
    },
  };
}
