/** The one function by which everything a person says enters: stored, then acknowledged, then judged. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { ChatRequest, StoredImage } from "../contract/conversation.ts";
import type { Event } from "../contract/log.ts";
import { EventNotFoundError, type Log } from "../log/mod.ts";

/** Hands a stored message to a task's Manager, in the same transaction; throws when there is no such task. */
export type DeliverToTask = (message: Event, workItemId: string, by: "explicit") => void;

/** A request whose images are on disk already, in files that are named after the message. */
export interface Said extends Omit<ChatRequest, "images"> {
  id?: string;
  images?: StoredImage[];
}

export type Submit = (said: Said) => Event;

/**
 * @returns A function that stores one message durably before it returns. The same `clientKey` gives the message
 * that was stored first. It throws, with nothing stored, when `target` or `replyTo` names nothing.
 */
export function openIngress(db: Db, log: Log, deliver: DeliverToTask): Submit {
  return function submit(said) {
    const known = said.clientKey === undefined ? undefined : log.byClientKey(said.clientKey);
    if (known !== undefined) return known;
    const { channel = "web", target, id, images = [], ...rest } = said;
    const workItemId = target ?? taskOf(said.replyTo);
    return db.tx(() => {
      const message = log.append({
        id,
        source: `connector:${channel}`,
        kind: "user.message",
        payload: {
          ...rest,
          ...shown(rest.text, images),
          channel,
          ...(workItemId === undefined ? {} : { target: workItemId }),
        },
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

/** A text that says so stands in for words that nobody typed, for readers that see no images. */
function shown(text: string, images: StoredImage[]): Record<string, unknown> {
  const imageCount = images.length;
  if (imageCount === 0) return {};
  if (text.trim() !== "") return { images, imageCount };
  const placeholder = imageCount === 1 ? "(1 image, no words)" : `(${imageCount} images, no words)`;
  return { text: placeholder, wordless: true, images, imageCount };
}
