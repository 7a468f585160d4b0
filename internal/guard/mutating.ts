/** Whether a tool call may change something; anything that cannot be read for certain may. @module */
import { simpleCommands } from "./words.ts";

const CHANGING_TOOLS = /^(write|create|edit|multiedit|notebookedit|str_replace|apply_patch)$/i;

/** Programs that only look, whatever their arguments (exceptions below). */
const LOOKING = new Set(
  ("ls cat head tail grep rg find pwd wc file stat tree du which echo printf true false test [ basename dirname " +
    "realpath readlink diff cmp cut tr jq shasum sha256sum md5 md5sum cd pushd popd read").split(" "),
);
const LOOKING_GIT = new Set(["status", "log", "diff", "show", "branch"]);
const KEYWORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "for",
  "while",
  "until",
  "do",
  "done",
  "!",
  "{",
  "}",
]);

/** Output sent to a descriptor, to nowhere or to the terminal changes nothing. */
const HARMLESS_REDIRECTION = /\d?>>?\s*(&\d|\/dev\/(null|stdout|stderr|tty))(?=$|[\s;&|)])/g;

export function isChanging(tool: string, command: string | undefined): boolean {
  return command === undefined ? CHANGING_TOOLS.test(tool) : !isLookingOnly(command);
}

/** Substitutions and redirections are taken as a change, unless they stand in single quotes. */
export function isLookingOnly(line: string): boolean {
  const plain = line.replaceAll(/'[^']*'/g, "''");
  if (/`|\$\(|<\(|>\(/.test(plain) || /['"](?:[^'"]*)$/.test(unquoted(plain))) return false;
  if (/>/.test(unquoted(plain).replaceAll(HARMLESS_REDIRECTION, " "))) return false;
  return simpleCommands(line.replaceAll(HARMLESS_REDIRECTION, " ")).every(isLooking);
}

/** Without what stands in double quotes, where an operator is only text. */
function unquoted(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/""|''/g, "");
}

function isLooking(words: string[]): boolean {
  const [program, ...args] = words.slice(words.findIndex((word) => !KEYWORDS.has(word)));
  if (words.every((word) => KEYWORDS.has(word)) || program === undefined) return true;
  if (program === "git") return isLookingGit(args);
  if (!LOOKING.has(program)) return false;
  if (program === "find") {
    return !args.some((arg) => /^-(delete|exec|execdir|ok|okdir|fprint\w*|fls)$/.test(arg));
  }
  if (program === "tree") return !args.includes("-o");
  return true;
}

function isLookingGit([verb = "", ...args]: string[]): boolean {
  if (!LOOKING_GIT.has(verb) || args.some((arg) => arg.startsWith("--output"))) return false;
  return verb !== "branch" ||
    args.every((arg) => /^(-a|-r|-v|-vv|--all|--list|--show-current|--verbose)$/.test(arg));
}
