/** What the roles read. Texts of others are data: they stand below a head line and cannot imitate one. @module */
import type { Event } from "../contract/log.ts";
import type { WorkItem } from "../contract/work.ts";
import type { Steered } from "../runs/mod.ts";
import { cut } from "./cut.ts";

/** `[ev_...] (who) text`; further lines are indented, so that no text can look like a message of its own. */
export function messageLine(event: Event): string {
  return `[${event.id}] (${label(event)}) ${indent(messageText(event))}`;
}

const MAX_SUMMARY = 20_000;
const MAX_ERROR = 1000;

function label(event: Event): string {
  if (event.kind === "run.finished") return `run ${String(event.payload.outcome).replaceAll("_", " ")}`;
  return event.payload.answers === undefined ? "user" : "answer";
}

function messageText(event: Event): string {
  const { text, summary, error, blocked } = event.payload;
  if (event.kind !== "run.finished") return String(text ?? "");
  const parts = [cut(String(summary ?? ""), MAX_SUMMARY)];
  if (typeof error === "string") parts.push(`Error: ${cut(error, MAX_ERROR)}`);
  if (typeof blocked === "string") parts.push(`Blocked by the question: ${blocked}`);
  return parts.filter((part) => part !== "").join("\n");
}

/** Everything that a reader may take for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

function indent(text: string): string {
  return text.replaceAll(LINE_END, "\n    ");
}

/** Before the messages, which end a prompt. */
function imageSection(images: string): string[] {
  return images === "" ? [] : ["## Images", images];
}

/**
 * @param context What is going on, from `views`; empty on a fresh machine.
 * @param images What is said about the images of the messages, a line each.
 */
export function primaryPrompt(context: string, batch: readonly Event[], images = ""): string {
  const parts = [context, ...imageSection(images), "## Messages", ...batch.map(messageLine)];
  return parts.filter((part) => part !== "").join("\n\n");
}

const HISTORY_EVENTS = 14;
const HISTORY_TEXT = 600;

export interface ManagerReads {
  understanding: string | undefined;
  /** The newest events of the task, ascending; those of the batch are left out. */
  history: readonly Event[];
  batch: readonly Event[];
  /** What the person said to a run. */
  steered: (runId: string) => readonly Steered[];
  images?: string;
}

export function managerPrompt(
  item: WorkItem,
  { understanding, history, batch, steered, images = "" }: ManagerReads,
): string {
  const read = new Set(batch.map((event) => event.id));
  const lines = history.filter((event) => !read.has(event.id)).slice(-HISTORY_EVENTS).map(historyLine);
  return [
    `# Task ${item.id}: ${item.title}`,
    `Workspace: ${item.workspace}`,
    ...(understanding === undefined ? [] : ["## Understanding", `    ${indent(understanding)}`]),
    ...(lines.length === 0 ? [] : ["## History", lines.join("\n")]),
    ...imageSection(images),
    "## Messages",
    ...batch.flatMap((event) => [messageLine(event), ...steeredLines(event, steered)]),
  ].join("\n\n");
}

/** Words that came while the run was there belong to its result; the worker may not have read the last ones. */
function steeredLines(event: Event, steered: ManagerReads["steered"]): string[] {
  if (event.kind !== "run.finished" || event.runId === null) return [];
  return steered(event.runId).map(({ text, late }) =>
    late
      ? `    The person also said, too late for this run: ${indent(text)}`
      : `    The person said while it ran, and it was told: ${indent(text)}`
  );
}

function historyLine(event: Event): string {
  const { text, summary, error, instructions, question, tool, input } = event.payload;
  const words = [
    ...[text, summary, instructions, question, tool && `${tool} ${input ?? ""}`].filter(isSaid).slice(0, 1),
    ...[error && `Error: ${error}`].filter(isSaid),
  ];
  return `- ${event.ts} ${event.kind}: ${indent(cut(words.join("\n"), HISTORY_TEXT))}`;
}

const isSaid = (part: unknown) => typeof part === "string" && part !== "";

export function workerPrompt(item: WorkItem, instructions: string, expect: string, images = ""): string {
  return [
    `Task ${item.id}: ${item.title}`,
    `Workspace: ${item.workspace}`,
    ...(expect === "" ? [] : [`Expected: ${expect}`]),
    ...(images === "" ? [] : [`Images that the person sent:\n${images}`]),
    `Instructions:\n${instructions}`,
  ].join("\n");
}

export function nudgePrompt(prompt: string, answer: string, problem: string): string {
  return `${prompt}

## Your previous answer
    ${indent(cut(answer, MAX_SUMMARY))}

Your previous answer could not be used: ${problem}. Answer the messages above again, with one JSON effect list as described.`;
}
