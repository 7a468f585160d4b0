/** What the people of the crash tests say. @module */
import type { Random } from "./random.ts";

/** Something that is done: it makes a task, a Manager and a worker. */
export function order(random: Random): string {
  if (random.chance(0.6)) return longOrder(random);
  const file = `file-${random.whole(1, 1000)}.txt`;
  return random.pick([
    `WRITE ${file}: ${"words ".repeat(random.whole(1, 50))}`,
    `WRITE ${file}: one\nRUN: cat ${file}`,
    "RUN: exit 3",
  ]);
}

/** Keeps its worker busy for at least half a second. */
export function longOrder(random: Random): string {
  const seconds = random.between(0.5, 1).toFixed(2);
  return random.pick([
    "WAIT: 1",
    `RUN: sleep ${seconds}; echo done`,
    // Leaves its session and its parent, as servers do that a tool starts.
    `RUN: setsid sleep 300 >/dev/null 2>&1 & sleep ${seconds}`,
    `RUN: sleep ${seconds}\nWRITE file.txt: two`,
  ]);
}

/** Anything: a word, a question, an order, something that stops what runs. */
export function remark(random: Random): string {
  if (random.chance(0.4)) return order(random);
  return random.pick([
    "hello",
    "What can you do?",
    "The weather was fine yesterday.",
    "ASK: red or blue?",
    "FAIL: this was asked for",
    "cancel",
  ]);
}
