/** How this keyboard calls its keys. @module */
const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** @returns One label a key of the sequence: `mod+k` is ⌘K or Ctrl K. */
export function keyLabels(keys: string): string[] {
  return keys.split(" ").map((key) => {
    if (!key.startsWith("mod+")) return key === "Escape" ? "Esc" : key;
    const letter = key.slice("mod+".length).toUpperCase();
    return IS_MAC ? `⌘${letter}` : `Ctrl ${letter}`;
  });
}
