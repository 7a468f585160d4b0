/** What the log keeps of a call: one line of its input, the end of its answer. @module */
import { isObject } from "./narrow.ts";

const SHOWN_CHARS = 500;

/** The member that says most about a call, in this order. */
const TELLING = ["command", "cmd", "file_path", "path", "pattern", "query", "url", "description", "prompt"];

export function summarizeInput(input: unknown): string {
  const members = isObject(input) ? input : {};
  const telling = TELLING.map((name) => members[name]).find((value) => typeof value === "string");
  return oneLine(typeof telling === "string" ? telling : JSON.stringify(input) ?? "");
}

export function oneLine(text: string): string {
  // Cut before the search for white space: the input may be a whole file.
  const line = text.slice(0, SHOWN_CHARS + 1).replace(/\s+/g, " ").trim();
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS - 1)}…` : line;
}

export const endOfOutput = (text: string): string => text.slice(-SHOWN_CHARS);
