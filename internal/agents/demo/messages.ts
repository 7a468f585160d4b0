/** A message as the prompts of the reasoning roles hold it. @module */

export interface Posted {
  id: string;
  /** What stands in the brackets: `user`, `answer`, `run succeeded`, `external: build.failed`, ... */
  from: string;
  text: string;
}

const HEADER = /^\[(ev_\w+)\] \(([^)]*)\) ?(.*)$/;
const SECTION = "## Messages";

/** The messages of this turn: the last section, where each begins with `[ev_x] (who) ` and may have more lines. */
export function parseMessages(prompt: string): Posted[] {
  const lines = prompt.split("\n");
  const section = lines.findLastIndex((line, at) => line === SECTION && HEADER.test(nextText(lines, at)));
  if (section < 0) return [];
  const messages: { id: string; from: string; lines: string[] }[] = [];
  for (const line of lines.slice(section + 1)) {
    const [, id, from = "", rest = ""] = HEADER.exec(line) ?? [];
    if (id !== undefined) messages.push({ id, from, lines: [rest] });
    else messages.at(-1)?.lines.push(line);
  }
  return messages.map(({ id, from, lines }) => ({ id, from, text: lines.join("\n").trim() }));
}

/** A person may write the section's title too, but no message follows it there. */
const nextText = (lines: string[], at: number) =>
  lines.slice(at + 1).find((line) => line.trim() !== "") ?? "";
