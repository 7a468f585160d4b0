/** `newpi help`, and what is said to a word that is no command. @module */
import { InvalidError } from "../internal/kernel/errors.ts";

const HELP = `newpi: one personal agent out of the coding CLIs on this machine

Usage: newpi [command]

  newpi              open the page in a window, or print its address where there is no display
  newpi open         the same; --print only prints an address that signs one browser in
  newpi serve        run the server until it is stopped; --addr 127.0.0.1:2718
  newpi chat TEXT    say something and wait for the answers; --item, --agent, --image, --json
  newpi cancel TASK  stop what a task is doing; --json
  newpi items        list tasks; --all, --json
  newpi events       show the log; --tail, --kind, --item, --follow, --json
  newpi agents       the coding CLIs that are here; --json
  newpi model        who plays which role; --role, --ping, --json
  newpi doctor       look whether all is well, and say what to do; --json
  newpi guard        answer a coding CLI's question whether a tool call may run
  newpi licenses     the licences of what this program is made of
  newpi version      the version
  newpi help         this page; "newpi help COMMAND" says more

Data lies in ~/.newpi, or in NEWPI_HOME.
Exit codes: 0 done, 1 not done, 2 wrong input, 3 refused, 4 not found, 5 conflict, 6 not available.
`;

export function run(): number {
  console.log(HELP.trimEnd());
  return 0;
}

/** @param known Names of commands; hidden ones begin with `_`. */
export function unknownCommand(word: string, known: readonly string[]): InvalidError {
  const shown = known.filter((name) => !name.startsWith("_"));
  const [nearest] = shown.toSorted((a, b) => distance(word, a) - distance(word, b));
  const isNear = nearest !== undefined && distance(word, nearest) <= Math.max(2, nearest.length / 2);
  const hint = isNear ? `did you mean "newpi ${nearest}"?` : `"newpi help" lists them.`;
  return new InvalidError(`There is no command "${word}": ${hint}`, "UNKNOWN_COMMAND");
}

/** Letters to insert, delete or replace. Words are cut, so that a pasted page costs nothing. */
export function distance(a: string, b: string): number {
  const [left, right] = [a.slice(0, 40), b.slice(0, 40)];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...right].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
