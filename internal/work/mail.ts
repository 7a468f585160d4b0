/** Handing a message to a task's Manager. @module */
import type { RunAs } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import type { WorkItem } from "../contract/work.ts";
import type { Log } from "../log/mod.ts";
import { type Items, rootOf, runAsOf } from "./items.ts";

export interface Delivery {
  message: Event;
  item: WorkItem;
  /** What the Manager reads: the person's own words, or what Primary made of them. */
  text: string;
  by: "explicit" | "model" | "user";
  confidence?: number;
  created?: boolean;
}

/**
 * Notes which task the message belongs to and puts a copy in its Manager's mailbox. A finished task opens again.
 * A message that has come too far from a person's words (`maxHops`) is not delivered; the person is asked.
 */
export function deliver(log: Log, items: Items, maxHops: number, delivery: Delivery): void {
  const { message, item, text, by, confidence, created } = delivery;
  items.setStatus(item.id, "open", "kernel:runtime");
  const runAs: RunAs | undefined = runAsOf(message);
  if (runAs !== undefined && item.runAs === null) items.setRunAs(item, runAs);
  const root = rootOf(message);
  log.append({
    source: by === "explicit" ? "kernel:runtime" : "agent:primary",
    kind: "message.attributed",
    payload: {
      of: message.id,
      workItemId: item.id,
      title: item.title,
      by,
      ...(confidence === undefined ? {} : { confidence }),
      ...(created ? { created } : {}),
    },
    threadId: "main",
    workItemId: item.id,
    causedBy: message.id,
  });
  const hop = by === "explicit" ? 0 : message.hop + 1;
  const mailbox = `manager:${item.id}`;
  if (hop > maxHops) {
    stopAtHopLimit(log, { cause: message, item, limit: maxHops, blockedKind: "user.message", mailbox });
    return;
  }
  const answers = answeredQuestion(log, message);
  log.append({
    source: message.source,
    kind: "user.message",
    payload: {
      text,
      of: message.id,
      root,
      forwardedFrom: "main",
      ...(answers === undefined ? {} : { answers }),
      ...(runAs === undefined ? {} : { runAs }),
      ...imagesIn(message),
      ...(text === message.payload.text && message.payload.wordless === true ? { wordless: true } : {}),
    },
    threadId: item.threadId,
    workItemId: item.id,
    mailbox,
    lane: "interrupt",
    causedBy: message.id,
    hop,
  });
}

/** The copy shows what the message shows, whatever became of its words. */
function imagesIn({ payload: { images, imageCount } }: Event): Record<string, unknown> {
  return images === undefined ? {} : { images, imageCount };
}

function answeredQuestion(log: Log, message: Event): string | undefined {
  const id = message.payload.replyTo;
  if (typeof id !== "string") return undefined;
  return log.get(id)?.kind === "escalation" ? id : undefined;
}

export interface HopStop {
  cause: Event;
  item: WorkItem;
  limit: number;
  blockedKind: string;
  mailbox: string;
}

/** Checked before money is spent: instead of going on by itself, the agent asks the person. */
export function stopAtHopLimit(log: Log, { cause, item, limit, blockedKind, mailbox }: HopStop): void {
  log.append({
    source: "kernel:runtime",
    kind: "escalation",
    payload: {
      reason: "budget",
      question: `This went on by itself for ${limit} steps. Go on?`,
      of: cause.id,
      root: rootOf(cause),
      path: [{ workItemId: item.id, title: item.title, tried: "" }],
      notice: { key: "budgetHops", params: { limit } },
      limit,
      blockedKind,
      mailbox,
    },
    threadId: "main",
    workItemId: item.id,
    causedBy: cause.id,
  });
}
