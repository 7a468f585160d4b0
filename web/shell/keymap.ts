/** Keys to actions: single letters, a letter after `g`, and chords with Ctrl or Cmd. @module */

export interface Binding {
  /** `c`, `g t`, `mod+k`, `Escape`. */
  keys: string;
  run(): void;
}

interface KeyInput {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const SEQUENCE_MS = 1_200;

/**
 * @returns A function that takes each key press and says whether it was one of ours. `isTyping` leaves letters to
 * the field that has the focus.
 */
export function keymap(bindings: () => readonly Binding[], now: () => number) {
  let prefix = "";
  let prefixAt = 0;
  return function press(input: KeyInput, isTyping: boolean): boolean {
    if (input.altKey) return false;
    const isChord = input.ctrlKey || input.metaKey;
    if (isTyping && !isChord && input.key !== "Escape") return false;
    const name = isChord ? `mod+${input.key.toLowerCase()}` : input.key;
    const sequence = prefix !== "" && now() - prefixAt < SEQUENCE_MS ? `${prefix} ${name}` : name;
    prefix = "";
    const known = bindings();
    const hit = known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === name);
    if (hit !== undefined) {
      hit.run();
      return true;
    }
    if (!known.some(({ keys }) => keys.startsWith(`${name} `))) return false;
    prefix = name;
    prefixAt = now();
    return true;
  };
}
