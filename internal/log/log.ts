/** The log as its users see it: append inside a transaction, read, mailboxes and their cursors. @module */
import type * as z from "zod";
import type { Event } from "../contract/log.ts";
import type { Db } from "../kernel/sqlite.ts";
import { createHub } from "./hub.ts";
import { logStore, type NewEvent } from "./store.ts";

/** Payload schema by event kind; `app` joins the domains' own. */
export type Catalogue = ReadonlyMap<string, z.ZodType<Record<string, unknown>>>;

export type Log = ReturnType<typeof openLog>;

export function openLog(db: Db, catalogue: Catalogue) {
  const hub = createHub();
  const store = logStore(db);

  db.tx(() => store.seedEpoch());

  /**
   * Appends one event; only inside `db.tx`, so that a change and its event are one.
   *
   * @throws {RangeError} Outside a transaction, or a kind or payload that no contract declares: the caller's bug.
   */
  function append(event: NewEvent): Event {
    if (!db.inTransaction) throw new RangeError(`Cannot append ${event.kind} outside a transaction`);
    const schema = catalogue.get(event.kind);
    if (schema === undefined) throw new RangeError(`No contract declares the event kind "${event.kind}"`);
    const checked = schema.safeParse(event.payload);
    if (!checked.success) {
      throw new RangeError(`Payload of ${event.kind} breaks its contract: ${checked.error.message}`);
    }
    const stored = store.insertEvent(event);
    db.afterCommit(() => hub.publish(stored));
    return stored;
  }

  /** Unread mail of one address in order, at most `limit`. */
  function unread(address: string, limit: number): Event[] {
    return store.mail(address, store.cursor(`mailbox:${address}`), limit);
  }

  const unreadCount = (address: string) => store.mailCount(address, store.cursor(`mailbox:${address}`));

  /** Whether unread mail belongs to the chain that the message `root` started. */
  function hasUnreadOf(root: string, address: string): boolean {
    return store.hasMailOf(root, address, store.cursor(`mailbox:${address}`));
  }

  return {
    append,
    subscribe: hub.subscribe,
    unread,
    unreadCount,
    hasUnreadOf,
    /** Everything up to `seq` is dealt with; in the same transaction as what was decided about it. */
    commitMail: (address: string, seq: number) => store.saveCursor(`mailbox:${address}`, seq),
    saveCursor: store.saveCursor,
    get: store.get,
    byClientKey: store.byClientKey,
    redactionOf: store.redactionOf,
    lastOfKind: store.lastOfKind,
    countOfKind: store.countOfKind,
    firstOfRun: store.firstOfRun,
    latestSeq: store.latestSeq,
    epoch: store.epoch,
    cursor: store.cursor,
    after: store.after,
    each: store.each,
    list: store.list,
    pendingMailboxes: store.pendingMailboxes,
    mailboxesAfter: store.mailboxesAfter,
  };
}
