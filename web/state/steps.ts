/** Tool calls of a run as steps that a person can read. @module */
import type { Event } from "../../internal/contract/log.ts";
import { isKind } from "./payloads.ts";

type StepVerb =
  | "read"
  | "write"
  | "edit"
  | "run"
  | "search"
  | "list"
  | "fetch"
  | "delegate"
  | "plan"
  | "wait"
  | "other";

export interface StepWords {
  verb: StepVerb;
  /** The file, command or address it is about; for `other` the tool itself. */
  object: string;
}

export interface Step extends StepWords {
  callId: string;
  startedAt: string;
  /** Null while it runs, and for ever if the run ended in it. */
  finishedAt: string | null;
  isError: boolean;
  output: string;
}

/** Names that coding CLIs give their tools, in lower case. */
const VERBS: Record<string, StepVerb> = {
  read: "read",
  read_file: "read",
  write: "write",
  write_file: "write",
  edit: "edit",
  multiedit: "edit",
  apply_patch: "edit",
  bash: "run",
  shell: "run",
  exec: "run",
  grep: "search",
  websearch: "search",
  glob: "list",
  ls: "list",
  webfetch: "fetch",
  task: "delegate",
  todowrite: "plan",
  wait: "wait",
};
const OBJECT_FIELDS = ["file_path", "path", "command", "cmd", "pattern", "query", "url", "description"];

/** @param input What the log kept of the tool's arguments: JSON, maybe cut short, or plain words. */
export function describeStep(tool: string, input: string, workspace = ""): StepWords {
  const verb = VERBS[tool.toLowerCase()] ?? "other";
  const object = verb === "plan" ? "" : objectOf(input);
  const local = workspace !== "" && object.startsWith(`${workspace}/`)
    ? object.slice(workspace.length + 1)
    : object;
  return { verb, object: verb === "other" ? [tool, local].filter(Boolean).join(" ") : local };
}

function objectOf(input: string): string {
  if (!input.trimStart().startsWith("{")) return firstLine(input);
  for (const field of OBJECT_FIELDS) {
    // By pattern and not by JSON.parse, because long arguments were cut in the middle.
    const found = new RegExp(`"${field}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`).exec(input)?.[1];
    if (found !== undefined) return firstLine(unescape(found));
  }
  const seconds = /"seconds"\s*:\s*([\d.]+)/.exec(input)?.[1];
  return seconds === undefined ? "" : `${seconds} s`;
}

function unescape(jsonText: string): string {
  try {
    return String(JSON.parse(`"${jsonText}"`));
  } catch {
    return jsonText;
  }
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** @param events Of one run, ascending. */
export function runSteps(events: readonly Event[], workspace: string): Step[] {
  const steps = new Map<string, Step>();
  for (const event of events) {
    if (isKind(event, "side_effect.intent")) {
      const { callId, tool, input } = event.payload;
      const words = describeStep(tool, input, workspace);
      steps.set(callId, {
        ...words,
        callId,
        startedAt: event.ts,
        finishedAt: null,
        isError: false,
        output: "",
      });
    } else if (isKind(event, "side_effect.result")) {
      const step = steps.get(event.payload.callId);
      if (step === undefined) continue;
      step.finishedAt = event.ts;
      step.isError = event.payload.isError;
      step.output = event.payload.output;
    }
  }
  return [...steps.values()];
}
