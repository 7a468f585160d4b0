/** What no agent may run, whatever it was told. The rest of the judgement comes with the guard's own release. @module */
import { variables } from "../kernel/variables.ts";
import { simpleCommands } from "./words.ts";

export interface Refusal {
  rule: string;
  reason: string;
  /** What to do instead. */
  instead: string;
}

/** Commands and keywords that run another command given as their own words. */
const WRAPPERS = new Set(
  ("command exec nohup time nice ionice env builtin xargs timeout setsid stdbuf if then elif else while until do { !")
    .split(" "),
);
const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh"]);
/** A shell line may hold another one; deeper nesting than this is refused as unreadable. */
const MAX_DEPTH = 5;

/** @returns undefined: no opinion. */
export function judgeCommand(line: string, depth = 0): Refusal | undefined {
  if (depth > MAX_DEPTH) {
    return {
      rule: "shell.depth",
      reason: "shells nested too deep to read",
      instead: "run the inner command itself",
    };
  }
  if (isForkBomb(line)) {
    return {
      rule: "process.forkbomb",
      reason: "starts copies of itself without end",
      instead: "leave it out",
    };
  }
  if (/>\s*\/dev\/(sd|hd|vd|nvme|mmcblk|disk)/.test(line)) return toDevice;
  for (const words of simpleCommands(line)) {
    const refusal = judgeWords(unwrap(words), depth);
    if (refusal !== undefined) return refusal;
  }
}

const toDevice: Refusal = {
  rule: "device.write",
  reason: "writes to a disk itself",
  instead: "write to a file in the workspace",
};

function unwrap(words: string[]): string[] {
  let rest = words;
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const isAssignment = /^[A-Za-z_]\w*=/.test(first);
    if (!isAssignment && !WRAPPERS.has(first)) break;
    rest = rest.slice(1);
    // Their own options, and a number as of `timeout 5` or `nice -n 5`.
    if (!isAssignment) { while (/^(-|\d+[smhd]?$)/.test(rest[0] ?? "")) rest = rest.slice(1); }
  }
  return rest;
}

function judgeWords([program = "", ...args]: string[], depth: number): Refusal | undefined {
  // Case does not matter on the file systems of macOS and Windows.
  const name = (program.split("/").at(-1) ?? "").toLowerCase();
  if (SHELLS.has(name)) {
    const at = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
    const script = at < 0 ? undefined : args[at + 1];
    return script === undefined ? undefined : judgeCommand(script, depth + 1);
  }
  if (name === "eval") return judgeCommand(args.join(" "), depth + 1);
  if (name === "sudo" || name === "doas") {
    return {
      rule: "privilege.root",
      reason: `${name} would act as another user`,
      instead: "ask the person to run it, or do it without root",
    };
  }
  if (
    name === "rm" && args.some((word) => /^-[a-z]*[rf]/i.test(word) || word.startsWith("--")) &&
    args.some(isRoot)
  ) {
    return {
      rule: "delete.root",
      reason: "deletes the file system or the home folder",
      instead: "name the one folder inside the workspace that should go",
    };
  }
  if (name.startsWith("mkfs") || (name === "dd" && args.some((word) => word.startsWith("of=/dev/")))) {
    return toDevice;
  }
  if (["shutdown", "reboot", "poweroff", "halt"].includes(name)) {
    return { rule: "power.off", reason: "turns the machine off", instead: "leave it running" };
  }
  if (
    name === "git" && gitVerb(args) === "push" && args.some((word) => /^(--force|-[a-z]*f|\+\S+)$/.test(word))
  ) {
    return {
      rule: "git.force_push",
      reason: "overwrites what others have pushed",
      instead: "push without force, or to a new branch",
    };
  }
}

/** The file system, or the home folder by whatever name. */
function isRoot(word: string): boolean {
  const plain = word.replaceAll(/\/+/g, "/").replace(/(\/\.?\*?)+$/, "");
  return plain === "" && word !== "" || /^(~|\$\{?HOME\}?)$/.test(plain) || plain === variables().HOME;
}

/** Options of git before its verb that take a value. */
const GIT_VALUES = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]);

function gitVerb(args: string[]): string | undefined {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!word.startsWith("-")) return word;
    if (GIT_VALUES.has(word)) at += 1;
  }
}

/** `:(){ :|:& };:` under any name. */
function isForkBomb(line: string): boolean {
  const flat = line.replaceAll(/\s/g, "");
  const name = /([\w:.]+)\(\)\{/.exec(flat)?.[1];
  return name !== undefined && flat.includes(`${name}|${name}&`);
}
