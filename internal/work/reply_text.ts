/** Finds the words of replies in an effect list that is still being written. @module */

export type ReplyPart =
  /** A reply begins; `of` when the message it answers came before its words. */
  | { kind: "begin"; of?: string }
  | { kind: "text"; text: string };

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * Reads each character once, and only as much JSON as is needed: strings, and which of them are names. Words around
 * the list do no harm: a string ends with its line, since JSON has no line breaks in strings.
 *
 * @returns Takes the next piece, wherever it is cut, and gives what it adds.
 */
export function replyReader(): (piece: string) => ReplyPart[] {
  /** Of the string that is being read; undefined between strings. */
  let string: { isReply: boolean; isOf: boolean; text: string } | undefined;
  /** Of an escape that is being read, without its backslash. */
  let escape: string | undefined;
  /** The last finished string, until something else follows. */
  let last = "";
  /** The name whose value comes next. */
  let name = "";
  let of: string | undefined;
  let parts: ReplyPart[] = [];

  function begin() {
    string = { isReply: name === "reply", isOf: name === "of", text: "" };
    if (string.isReply) parts.push(of === undefined ? { kind: "begin" } : { kind: "begin", of });
  }

  function end(read: { isOf: boolean; text: string }) {
    if (read.isOf) of = read.text;
    last = read.text;
    name = "";
    string = undefined;
  }

  function add(read: { isReply: boolean; text: string }, text: string) {
    if (!read.isReply) return void (read.text += text);
    const part = parts.at(-1);
    if (part?.kind === "text") part.text += text;
    else parts.push({ kind: "text", text });
  }

  function unescape(read: { isReply: boolean; text: string }, letter: string) {
    escape += letter;
    if (escape?.startsWith("u") && escape.length < 5) return;
    const code = Number.parseInt(escape?.slice(1) ?? "", 16);
    if (escape?.length === 1) add(read, ESCAPES[letter] ?? letter);
    else if (!Number.isNaN(code)) add(read, String.fromCharCode(code));
    escape = undefined;
  }

  function between(letter: string) {
    if (letter === '"') return begin();
    if (/\s/.test(letter)) return;
    name = letter === ":" ? last : "";
    last = "";
    if (letter === "{") of = undefined;
  }

  return (piece) => {
    parts = [];
    for (const letter of piece) {
      if (string === undefined) between(letter);
      else if (letter === "\n") string = undefined;
      else if (escape !== undefined) unescape(string, letter);
      else if (letter === "\\") escape = "";
      else if (letter === '"') end(string);
      else add(string, letter);
    }
    return parts;
  };
}
