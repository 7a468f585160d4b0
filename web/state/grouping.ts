/** Events to what the conversation shows: every question with all that came from it. @module */
import type { Event } from "../../internal/contract/log.ts";
import { type EventOf, isKind } from "./payloads.ts";
import type { Outgoing } from "./outbox.ts";

type Question = EventOf<"user.message">;
export type Answer = EventOf<"agent.reply"> | EventOf<"agent.error"> | EventOf<"escalation">;
type Attribution = EventOf<"message.attributed">;

export interface Group {
  /** The same from sending to history, so that the row on the page stays one element. */
  key: string;
  /** Null for a message that is still being sent. */
  rootId: string | null;
  /** Null when it is on a page that is not loaded: a late answer to an old message. */
  question: Question | null;
  outgoing: Outgoing | null;
  answers: Answer[];
  /** The latest attribution to each task. */
  tasks: Attribution[];
  /** When it was asked, or else first answered. */
  ts: string;
}

const MAIN_KINDS = new Set([
  "user.message",
  "agent.reply",
  "agent.error",
  "escalation",
  "message.attributed",
  "message.redacted",
]);

/** Mirrors the server's `conversation=1`, for events that arrive live. */
export function belongsToConversation(event: Event): boolean {
  if (event.kind === "agent.reply") return true;
  return event.threadId === "main" && MAIN_KINDS.has(event.kind);
}

export function isQuestion(event: Event): event is Event & Question {
  return isKind(event, "user.message") && event.threadId === "main" && event.payload.of === undefined;
}

/** @param events Ascending by seq. @param outgoing In the order of sending; shown until its event is there. */
export function groupEvents(events: readonly Event[], outgoing: readonly Outgoing[]): Group[] {
  const groups: Group[] = [];
  const byRoot = new Map<string, Group>();
  const open = (rootId: string, key: string, ts: string): Group => {
    const group: Group = { key, rootId, question: null, outgoing: null, answers: [], tasks: [], ts };
    byRoot.set(rootId, group);
    groups.push(group);
    return group;
  };
  for (const event of events) {
    if (isQuestion(event)) {
      open(event.id, event.payload.clientKey ?? event.id, event.ts).question = event;
      continue;
    }
    const rootId = rootOf(event);
    if (rootId !== null) place(byRoot.get(rootId) ?? open(rootId, rootId, event.ts), event);
  }
  const confirmed = new Set(groups.map((group) => group.key));
  for (const message of outgoing) {
    if (confirmed.has(message.clientKey)) continue;
    const { clientKey: key, ts } = message;
    groups.push({ key, rootId: null, question: null, outgoing: message, answers: [], tasks: [], ts });
  }
  return groups;
}

/** Groups that show the same as before stay the same objects, so that nothing of them is drawn again. */
export function keepUnchanged(before: readonly Group[], groups: readonly Group[]): readonly Group[] {
  const known = new Map(before.map((group) => [group.key, group]));
  return groups.map((group) => {
    const old = known.get(group.key);
    return old !== undefined && showsTheSame(old, group) ? old : group;
  });
}

/** Events never change; one that is hidden is another object. */
function showsTheSame(a: Group, b: Group): boolean {
  return a.question === b.question && a.outgoing === b.outgoing && a.rootId === b.rootId &&
    areSame(a.answers, b.answers) && areSame(a.tasks, b.tasks);
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function rootOf(event: Event): string | null {
  if (isKind(event, "agent.reply", "escalation")) return event.payload.root;
  if (isKind(event, "agent.error")) return event.payload.root ?? event.id;
  return isKind(event, "message.attributed") ? event.payload.of : null;
}

function place(group: Group, event: Event): void {
  if (isKind(event, "agent.reply", "agent.error", "escalation")) group.answers.push(event);
  if (!isKind(event, "message.attributed")) return;
  group.tasks = group.tasks.filter((known) => known.payload.workItemId !== event.payload.workItemId);
  group.tasks.push(event);
}

/** Tasks whose live card stands in a group, by its key: only in the newest of those that speak of the task. */
export function tasksByGroup(groups: readonly Group[]): Map<string, string[]> {
  const latest = new Map<string, string>();
  for (const group of groups) {
    for (const { payload } of group.tasks) latest.set(payload.workItemId, group.key);
  }
  const byGroup = new Map<string, string[]>();
  for (const [task, key] of latest) byGroup.set(key, [...byGroup.get(key) ?? [], task]);
  return byGroup;
}

/** Ids of the questions of tasks (escalations) that a later message of the person answers. */
export function answeredQuestions(events: readonly Event[]): Set<string> {
  const answered = new Set<string>();
  for (const event of events) {
    if (isQuestion(event) && event.payload.replyTo !== undefined) answered.add(event.payload.replyTo);
  }
  return answered;
}

/** What the person typed; "" for a message of images alone, which is stored with words that say so. */
export function wordsOf({ payload }: Question): string {
  return payload.wordless ? "" : payload.text;
}

/** Hides text and images of a message and of its copies, as the server does for every reader. */
export function redact(events: readonly Event[], messageId: string): Event[] {
  return events.map((event) => {
    const hit = event.id === messageId || (event.kind === "user.message" && event.payload.of === messageId);
    if (!hit) return event;
    const { images: _, imageCount: __, ...rest } = event.payload;
    return { ...event, payload: { ...rest, text: "", redacted: true } };
  });
}
