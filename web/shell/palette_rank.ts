/** Which entries of the palette a query finds, best first. @module */
import type { ComponentChildren } from "preact";

export interface PaletteEntry {
  name: string;
  section: string;
  icon: ComponentChildren;
  keys?: string;
  run(): void;
}

const MAX_FOUND = 50;

/** Every word of the query must occur; a name that begins with the query comes first, else the order stays. */
export function rank<T extends Pick<PaletteEntry, "name">>(entries: readonly T[], query: string): T[] {
  const wanted = fold(query).split(/\s+/).filter((word) => word !== "");
  const matching = entries.filter(({ name }) => wanted.every((word) => fold(name).includes(word)));
  const begins = ({ name }: T) => wanted.length > 0 && fold(name).startsWith(wanted[0] ?? "") ? 0 : 1;
  return matching.toSorted((a, b) => begins(a) - begins(b)).slice(0, MAX_FOUND);
}

/** So that "reessayer" finds "Réessayer". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
