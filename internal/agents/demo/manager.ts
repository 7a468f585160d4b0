import { formatInstruction, hasInstructions, type Instruction, parseInstructions } from "./instructions.ts";
import { detectLanguage } from "./language.ts";
import { parseMessages, type Posted } from "./messages.ts";
import type { Effect } from "./primary.ts";
import { type Sentences, sentences } from "./sentences.ts";
import { titleOf } from "./title.ts";

const RUN = /^run (\w+)/;
/** The question comes as the worker's own last line and once more from the runtime. */
const BLOCKED = /(?:(?:^|\n)BLOCKED: .+)?(?:^|\n)Blocked by the question: (.+)$/;
const ERROR = /(?:^|\n)Error: ([^]+)$/;

/** Instructions of the whole turn become one run, questions in them go to the person, results become replies. */
export function managerEffects(prompt: string, images = 0): Effect[] {
  const messages = parseMessages(prompt);
  const orders = messages.filter(({ from, text }) => !RUN.test(from) && hasInstructions(text));
  const others = messages.filter((message) => !orders.includes(message));
  return [...others.map((message) => respond(message, prompt, images)), ...dispatch(orders)];
}

function dispatch(orders: Posted[]): Effect[] {
  const text = orders.map(({ text }) => text).join("\n");
  const say = sentences[detectLanguage(text)];
  const all = orders.flatMap(({ text }) => parseInstructions(text));
  const work = all.filter(({ verb }) => verb !== "ask");
  const questions = all.flatMap((one) => one.verb === "ask" ? [escalate(one.question, "", say)] : []);
  return work.length === 0 ? questions : [...assign(work, say), ...questions];
}

function assign(work: Instruction[], say: Sentences): Effect[] {
  const steps = work.map((instruction, index) => `${index + 1}. ${titleOf(instruction, say)}`);
  const understanding = { type: "understanding", text: [say.steps, ...steps].join("\n") };
  const expect = work.map((instruction) => expectation(instruction, say)).join("; ");
  const spawn = { type: "spawn", instructions: work.map(formatInstruction).join("\n"), expect };
  return work.length > 1 ? [understanding, spawn] : [spawn];
}

function expectation(instruction: Instruction, say: Sentences): string {
  if (instruction.verb === "write") return say.expectFile(instruction.path);
  if (instruction.verb === "run") return say.expectCommand(instruction.command);
  return say.expectAnswer;
}

function escalate(question: string, tried: string, say: Sentences): Effect {
  return { type: "escalate", question, tried, options: [say.yes, say.no] };
}

function respond({ id, from, text }: Posted, prompt: string, images: number): Effect {
  const [, outcome] = RUN.exec(from) ?? [];
  // How a run ended may be said in English; the task's own words are elsewhere in the prompt.
  const say = sentences[detectLanguage(outcome === undefined ? text : prompt)];
  const reply = (sentence: string): Effect => ({ type: "reply", of: id, reply: sentence });
  switch (outcome) {
    case undefined:
      if (images > 0) return reply(say.shown(images));
      return reply(from === "answer" ? say.answered(text) : say.notUnderstood);
    case "cancelled":
      return reply(say.cancelled);
    case "lost":
      return reply(say.lost);
    case "succeeded":
    case "unverified": {
      const [whole, question] = BLOCKED.exec(text) ?? [];
      if (whole === undefined || question === undefined) return reply(text);
      return escalate(question, text.slice(0, -whole.length), say);
    }
    default:
      return reply(say.didNotWork(ERROR.exec(text)?.[1] ?? text));
  }
}
