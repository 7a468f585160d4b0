/** The effect lists by which a Primary or Manager answers; anything else a model writes is only text. @module */
import * as z from "zod";
import { EventId, WorkItemId } from "../contract/common.ts";
import { WorkItemStatus } from "../contract/work.ts";

const text = z.string().trim().min(1);

const Reply = z.object({ type: z.literal("reply"), of: EventId.optional(), reply: text });

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
  }),
  z.object({
    type: z.literal("cancel"),
    of: EventId.optional(),
    work_item_ids: z.array(WorkItemId).min(1).optional(),
    all_running: z.literal(true).optional(),
  }),
]);
export type PrimaryEffect = z.infer<typeof PrimaryEffect>;

export const ManagerEffect = z.discriminatedUnion("type", [
  Reply,
  z.object({ type: z.literal("understanding"), text }),
  z.object({ type: z.literal("spawn"), instructions: text, expect: z.string().default("") }),
  z.object({
    type: z.literal("escalate"),
    question: text,
    tried: z.string().default(""),
    options: z.array(z.string()).optional(),
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
  const fences = [...answer.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)\n[^\S\n]*```/g)].map((match) =>
    match[1] ?? ""
  );
  const bare = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  return [...fences.toReversed(), answer, bare];
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
