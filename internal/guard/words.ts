/** Simple commands of a shell line as their words, quotes taken off. Enough to see what is run, not what it does. @module */

/** A backtick begins and ends a command of its own. */
const OPERATORS = /[;&|\n()<>`]/;

/** @returns One list of words for each simple command, in order; expansions stay as they are written. */
export function simpleCommands(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = "";

  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };

  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === "\\" && quote !== "'" && at + 1 < line.length) {
      at += 1;
      const next = line.charAt(at);
      if (next !== "\n") word = (word ?? "") + next;
    } else if (quote !== "") {
      if (char === quote) quote = "";
      else word = (word ?? "") + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (OPERATORS.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? "") + char;
  }
  endCommand();
  return commands;
}
