/** The effect lists by which a Primary or Manager answers; anything else a model writes is only text. @module */
import * as z from "zod";
import { EventId, WorkItemId } from "../contract/common.ts";
import { WorkItemStatus } from "../contract/work.ts";
import { cut } from "./cut.ts";

const MAX_OPTION = 1000;
const MAX_EFFECTS = 100;
/** Of the last blocks of code; an answer is one of them. */
const MAX_BLOCKS = 20;

const text = z.string().trim().min(1).transform((whole) => cut(whole));
const maybeText = z.string().transform((whole) => cut(whole)).default("");

const Reply = z.object({ type: z.literal("reply"), of: EventId.optional(), reply: text });

/** Which tasks an effect is about; a model that names none, or names them twice over, is asked again. */
const oneChoice = (...names: string[]) => ({
  check: (effect: Record<string, unknown>) => names.filter((name) => effect[name] !== undefined).length === 1,
  message: `needs exactly one of ${names.join(", ")}`,
});
const ofStatus = oneChoice("work_item_ids", "all_open", "all_items");
const ofCancel = oneChoice("work_item_ids", "all_running");

export const PrimaryEffect = z.discriminatedUnion("type", [
  Reply.extend({ also_of: z.array(EventId).optional() }),
  z.object({
    type: z.literal("route"),
    of: EventId.optional(),
    work_item_id: WorkItemId,
    message: text,
    confidence: z.number().min(0).max(1).optional(),
  }),
  z.object({
    type: z.literal("create_work_item"),
    of: EventId.optional(),
    title: text,
    brief: text,
    also_of: z.array(EventId).optional(),
  }),
  z.object({
    type: z.literal("set_status"),
    of: EventId.optional(),
    work_item_ids: z.array(WorkItemId).min(1).optional(),
    all_open: z.literal(true).optional(),
    all_items: z.literal(true).optional(),
    status: WorkItemStatus,
  }).refine(ofStatus.check, ofStatus.message),
  z.object({
    type: z.literal("cancel"),
    of: EventId.optional(),
    work_item_ids: z.array(WorkItemId).min(1).optional(),
    all_running: z.literal(true).optional(),
  }).refine(ofCancel.check, ofCancel.message),
]);
export type PrimaryEffect = z.infer<typeof PrimaryEffect>;

export const ManagerEffect = z.discriminatedUnion("type", [
  Reply,
  z.object({ type: z.literal("understanding"), text }),
  z.object({ type: z.literal("spawn"), instructions: text, expect: maybeText }),
  z.object({
    type: z.literal("escalate"),
    question: text,
    tried: maybeText,
    options: z.array(z.string().transform((option) => option.slice(0, MAX_OPTION))).optional(),
  }),
  z.object({ type: z.literal("done") }),
]);
export type ManagerEffect = z.infer<typeof ManagerEffect>;

export type Parsed<E> =
  | { ok: true; effects: E[] }
  /** `problem` is told to the model when it is asked once more. */
  | { ok: false; problem: string };

/** A list of one schema's effects out of a model's text: fenced JSON, bare JSON, or JSON with words around it. */
export function parseEffects<E>(answer: string, schema: z.ZodType<E>): Parsed<E> {
  const list = findList(answer);
  if (list === undefined) return { ok: false, problem: "it was not a JSON effect list" };
  if (list.length > MAX_EFFECTS) return { ok: false, problem: `it has more than ${MAX_EFFECTS} effects` };
  const effects: E[] = [];
  for (const [index, entry] of list.entries()) {
    const parsed = schema.safeParse(entry);
    if (!parsed.success) {
      return { ok: false, problem: `effect ${index + 1} is not usable: ${z.prettifyError(parsed.error)}` };
    }
    effects.push(parsed.data);
  }
  return { ok: true, effects };
}

function findList(answer: string): unknown[] | undefined {
  for (const candidate of candidates(answer)) {
    const value = tryJson(candidate);
    if (typeof value !== "object" || value === null) continue;
    if ("effects" in value && Array.isArray(value.effects)) return value.effects;
    if ("type" in value && typeof value.type === "string") return [value];
  }
  return undefined;
}

/** Most certain first; the last fenced block wins, since a model may show an example before its answer. */
function candidates(answer: string): string[] {
  const bare = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  return [...fencedBlocks(answer).slice(-MAX_BLOCKS).toReversed(), answer, bare];
}

/** Line by line: a pattern over the whole text can take hours on what a model writes when it goes astray. */
function fencedBlocks(answer: string): string[] {
  const blocks: string[] = [];
  let block: string[] | undefined;
  for (const line of answer.split("\n")) {
    if (block === undefined) {
      if (/```(?:json)?$/.test(line.trimEnd())) block = [];
    } else if (line.trimStart().startsWith("```")) {
      blocks.push(block.join("\n"));
      block = undefined;
    } else block.push(line);
  }
  return blocks;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
