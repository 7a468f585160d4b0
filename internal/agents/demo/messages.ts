/** A message as the prompts of the reasoning roles hold it. @module */

export interface Posted {
  id: string;
  /** What stands in the brackets: `user`, `answer`, `run succeeded`, `external: build.failed`, ... */
  from: string;
  text: string;
}

const HEADER = /^\[(ev_\w+)\] \(([^)]*)\) ?(.*)$/;
const SECTION = "## Messages";
/** Of further lines, so that no text can look like a message or a section of its own. */
const INDENT = "    ";

/** The messages of this turn, from the last section of that name. */
export function parseMessages(prompt: string): Posted[] {
  const lines = prompt.split("\n");
  const section = lines.lastIndexOf(SECTION);
  const messages: { id: string; from: string; lines: string[] }[] = [];
  for (const line of section < 0 ? [] : lines.slice(section + 1)) {
    const [, id, from = "", rest = ""] = HEADER.exec(line) ?? [];
    if (id !== undefined) messages.push({ id, from, lines: [rest] });
    else if (line.startsWith(INDENT)) messages.at(-1)?.lines.push(line.slice(INDENT.length));
    else if (line !== "") break;
  }
  return messages.map(({ id, from, lines }) => ({ id, from, text: lines.join("\n").trim() }));
}
