import { type Instruction, objectOf } from "./instructions.ts";
import type { Sentences } from "./sentences.ts";

const MAX_CHARS = 60;

/** A line of at most 60 characters. */
export function titleOf(instruction: Instruction, say: Sentences): string {
  const title = `${say.verbs[instruction.verb]} ${objectOf(instruction)}`.replace(/\s+/g, " ").trim();
  const chars = [...title];
  return chars.length <= MAX_CHARS ? title : `${chars.slice(0, MAX_CHARS - 1).join("")}…`;
}
