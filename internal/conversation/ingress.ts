/** The one function by which everything a person says enters: stored, then acknowledged, then judged. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { ChatRequest } from "../contract/conversation.ts";
import type { Event } from "../contract/log.ts";
import { EventNotFoundError, type Log } from "../log/mod.ts";

/** Hands a stored message to a task's Manager, in the same transaction; throws when there is no such task. */
export type DeliverToTask = (message: Event, workItemId: string, by: "explicit") => void;

export type Submit = (request: ChatRequest) => Event;

/**
 * @returns A function that stores one message durably before it returns. The same `clientKey` gives the message
 * that was stored first. It throws, with nothing stored, when `target` or `replyTo` names nothing.
 */
export function openIngress(db: Db, log: Log, deliver: DeliverToTask): Submit {
  return function submit(request) {
    const known = request.clientKey === undefined ? undefined : log.byClientKey(request.clientKey);
    if (known !== undefined) return known;
    const { channel = "web", target, ...rest } = request;
    const workItemId = target ?? taskOf(request.replyTo);
    return db.tx(() => {
      const message = log.append({
        source: `connector:${channel}`,
        kind: "user.message",
        payload: { ...rest, channel, ...(workItemId === undefined ? {} : { target: workItemId }) },
        threadId: "main",
        ...(workItemId === undefined ? { mailbox: "primary", lane: "interrupt" } as const : {}),
      });
      if (workItemId !== undefined) deliver(message, workItemId, "explicit");
      return message;
    }, { durable: true });
  };

  /** An answer to something a task said belongs to that task. */
  function taskOf(replyTo: string | undefined): string | undefined {
    if (replyTo === undefined) return undefined;
    const event = log.get(replyTo);
    if (event === undefined) {
      throw new EventNotFoundError(`Cannot answer "${replyTo}": there is no such event`);
    }
    return event.workItemId ?? undefined;
  }
}
