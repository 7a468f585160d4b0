/** Hiding a message: a projection when reading; the stored row stays as it is. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { Event } from "../contract/log.ts";
import { EventNotFoundError, type Log } from "../log/mod.ts";

/**
 * @returns The new event, or undefined when the message was hidden before.
 * @throws {EventNotFoundError} `id` is not a message of the person on the main thread.
 */
export function redactMessage(db: Db, log: Log, id: string): Event | undefined {
  const message = log.get(id);
  if (message === undefined || message.kind !== "user.message" || message.threadId !== "main") {
    throw new EventNotFoundError(`Cannot hide "${id}": it is not a message of yours`);
  }
  if (log.redactionOf(id) !== undefined) return undefined;
  const hide = () =>
    log.append({
      source: "connector:web",
      kind: "message.redacted",
      payload: { of: id, root: id },
      threadId: "main",
      causedBy: id,
    });
  return db.tx(hide, { durable: true }); // a power cut must not show it again
}
