/** The plain instructions that the demo agent follows, one at the start of a line. @module */

export type Instruction =
  | { verb: "write"; path: string; text: string }
  | { verb: "run"; command: string }
  | { verb: "read"; path: string }
  | { verb: "wait"; seconds: number }
  | { verb: "say"; text: string }
  | { verb: "ask"; question: string }
  | { verb: "fail"; reason: string };

/** `WRITE path: text` or `VERB: text`, perhaps an item of a list; the colon may be a Chinese one. */
const START =
  /^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:WRITE\s+([^:：]+)|(RUN|READ|WAIT|SAY|ASK|FAIL)\s*)[:：][ \t]?(.*)$/;

/** A line that starts no instruction belongs to the one before it; what comes before the first is ignored. */
export function parseInstructions(text: string): Instruction[] {
  const found: { verb: string; path: string; body: string[] }[] = [];
  for (const line of text.split("\n")) {
    const start = START.exec(line);
    const [, path = "", verb = "WRITE", body = ""] = start ?? [];
    if (start !== null) found.push({ verb, path: unquote(path), body: [body] });
    else found.at(-1)?.body.push(line);
  }
  return found.map(({ verb, path, body }) => toInstruction(verb, path, body.join("\n").trimEnd()));
}

export function hasInstructions(text: string): boolean {
  return text.split("\n").some((line) => START.test(line));
}

/** What an instruction is about, for a title. */
export function objectOf(instruction: Instruction): string {
  switch (instruction.verb) {
    case "write":
    case "read":
      return instruction.path;
    case "run":
      return instruction.command;
    case "wait":
      return `${instruction.seconds} s`;
    case "say":
      return instruction.text;
    case "ask":
      return instruction.question;
    case "fail":
      return instruction.reason;
  }
}

/** The line that `parseInstructions` reads as this instruction. */
export function formatInstruction(instruction: Instruction): string {
  const verb = instruction.verb.toUpperCase();
  if (instruction.verb === "write") return `${verb} ${instruction.path}: ${instruction.text}`;
  return `${verb}: ${instruction.verb === "wait" ? instruction.seconds : objectOf(instruction)}`;
}

function toInstruction(verb: string, path: string, body: string): Instruction {
  switch (verb) {
    case "RUN":
      return { verb: "run", command: body };
    case "READ":
      return { verb: "read", path: unquote(firstLine(body)) };
    case "WAIT":
      return { verb: "wait", seconds: Number.parseFloat(firstLine(body)) };
    case "SAY":
      return { verb: "say", text: body };
    case "ASK":
      return { verb: "ask", question: body };
    case "FAIL":
      return { verb: "fail", reason: body };
    default:
      return { verb: "write", path, text: body };
  }
}

const firstLine = (text: string) => text.split("\n")[0] ?? "";
const unquote = (text: string) => text.trim().replace(/^[`"'](.*)[`"']$/, "$1");
