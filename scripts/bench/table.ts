/** Figures as text. @module */
import { type Figure, isMissed, type Measured } from "./figures.ts";

export function table({ name, about, figures, rounds, load }: Measured): string {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const lines = figures.map((figure) => {
    const value = `${rounded(figure)} ${figure.unit}`.padStart(12);
    return `  ${figure.what.padEnd(width)} ${value}${limit(figure)}${isMissed(figure) ? "  MISSED" : ""}`;
  });
  const [before, after] = load.map((value) => value.toFixed(1));
  const tries = rounds === 1 ? "" : `, best of ${rounds} rounds`;
  return [`${name}: ${about} (load ${before} to ${after}${tries})`, ...lines].join("\n");
}

function rounded({ value, unit }: Figure): string {
  return value.toFixed(unit === "x" ? 2 : unit === "/s" ? 0 : 1);
}

function limit({ atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `  at most ${atMost}`;
  return atLeast === undefined ? "" : `  at least ${atLeast}`;
}
