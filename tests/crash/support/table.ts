/** The report as text. @module */
import { PHASES } from "./phase.ts";
import type { Report } from "./rounds.ts";

export function reportTable({ phases, kills, opened, messages, cutOff, outcomes }: Report): string {
  const rows = PHASES.map((phase) => `${phase.padEnd(14)} ${String(phases[phase]).padStart(4)}`);
  const ends = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  return [
    `${kills} kills by what newpi was doing:`,
    ...rows,
    `${opened} of those while recovering came after the database was opened`,
    `${messages} messages; cut off before their answer: ${cutOff.stored} that were stored, ${cutOff.notStored} that were not`,
    `ends of worker runs: ${ends}`,
  ].join("\n");
}
