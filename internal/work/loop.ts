/** The mailbox loop: one turn per address, so many at once, urgent mail first. @module */
import type { Event } from "../contract/log.ts";
import { type Db, StorageFullError } from "../kernel/sqlite.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Log } from "../log/mod.ts";
import { AgentFailedError, AgentNotConfiguredError, ShutdownError } from "./error.ts";
import { rootOf } from "./items.ts";

/** A turn reads at most so many messages at once. */
const BATCH = 100;
/** Notifications are hints: a consumer also looks by itself. */
const POLL_MS = 5000;

/** Decides about the mail and commits its cursor; one that fails is not tried again for ever. */
export type TakeTurn = (address: string, batch: readonly Event[]) => Promise<void>;

export interface Loop {
  start(): void;
  counts(): { activeTurns: number; pendingMessages: number };
  /** True while an unread message belongs to the chain that this message started. */
  concerns(root: string): boolean;
  /** No new turn; resolves when the ones under way have ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  db: Db;
  log: Log;
  maxTurns: number;
  /** What one turn takes of an address's mail, from its beginning; at least one message. */
  batchOf: (address: string, mail: readonly Event[]) => readonly Event[];
  takeTurn: TakeTurn;
  logger: Logger;
}

export function openLoop({ db, log, maxTurns, batchOf, takeTurn, logger }: LoopOptions): Loop {
  const pending = new Set<string>();
  /** Nothing could be stored about their turn; an event that is stored shows that there is space again. */
  const resting = new Set<string>();
  const active = new Map<string, Promise<void>>();
  let seen = 0;
  let stopped = false;
  let timer: number | undefined;
  let unsubscribe = () => {};

  function start() {
    unsubscribe = log.subscribe((event) => {
      if (event.mailbox === null && resting.size === 0) return;
      if (event.mailbox !== null) pending.add(event.mailbox);
      resting.clear();
      // After the commit's other listeners, so that a turn never starts in the middle of them.
      queueMicrotask(pump);
    });
    seen = log.latestSeq();
    for (const address of log.pendingMailboxes()) pending.add(address);
    timer = setInterval(poll, POLL_MS);
    Deno.unrefTimer(timer);
    pump();
  }

  function poll() {
    const latest = log.latestSeq();
    for (const address of log.mailboxesAfter(seen)) pending.add(address);
    seen = latest;
    resting.clear();
    pump();
  }

  function pump() {
    while (!stopped && active.size < maxTurns) {
      const next = nextAddress();
      if (next === undefined) return;
      const { address, batch } = next;
      const turn = run(address, batch).finally(() => {
        active.delete(address);
        pump();
      });
      active.set(address, turn);
    }
  }

  /** Mailboxes with an urgent message first, then by their oldest message. */
  function nextAddress(): { address: string; batch: readonly Event[] } | undefined {
    const free = [...pending].filter((address) => !active.has(address) && !resting.has(address));
    const waiting = free.flatMap((address) => {
      const mail = log.unread(address, BATCH);
      const [first] = mail;
      if (first === undefined) pending.delete(address);
      const urgent = mail.some((event) => event.lane === "interrupt");
      return first === undefined
        ? []
        : [{ address, batch: batchOf(address, mail), urgent, oldest: first.seq }];
    });
    return waiting.toSorted((a, b) => Number(b.urgent) - Number(a.urgent) || a.oldest - b.oldest)[0];
  }

  async function run(address: string, batch: readonly Event[]): Promise<void> {
    try {
      await takeTurn(address, batch);
    } catch (error) {
      if (error instanceof ShutdownError || stopped) return; // not committed: taken again at the next start
      logger.error("a turn failed", { address, error: String(error) });
      if (error instanceof StorageFullError || !giveUp(address, batch, error)) resting.add(address);
    }
  }

  /**
   * At least once, not for ever: the person hears of it below each message, and the mail counts as read.
   *
   * @returns False when even this could not be stored.
   */
  function giveUp(address: string, batch: readonly Event[], error: unknown): boolean {
    const lastOfEach = new Map(batch.map((event) => [rootOf(event), event]));
    const usage = error instanceof AgentFailedError ? error.usage : null;
    try {
      db.tx(() => {
        for (const [at, [root, event]] of [...lastOfEach].entries()) {
          // What the turn cost is told once.
          const spent = at > 0 || usage === null ? {} : { usage };
          log.append({
            source: "kernel:runtime",
            kind: "agent.error",
            payload: { ...describeFailure(error), ...spent, mailbox: address, of: event.id, root },
            threadId: "main",
            workItemId: event.workItemId ?? undefined,
            causedBy: event.id,
          });
        }
        log.commitMail(address, batch.at(-1)?.seq ?? 0);
      });
      return true;
    } catch (failure) {
      logger.error("a failed turn could not be reported", { address, error: String(failure) });
      return false;
    }
  }

  return {
    start,
    counts: () => ({
      activeTurns: active.size,
      pendingMessages: [...pending].reduce((sum, address) => sum + log.unreadCount(address), 0),
    }),
    concerns: (root) => [...pending].some((address) => log.hasUnreadOf(root, address)),
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await Promise.all(active.values());
    },
  };
}

function describeFailure(error: unknown) {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof AgentNotConfiguredError) {
    return { error: text, code: error.code, notice: { key: "agentNotConfigured" } };
  }
  if (error instanceof AgentFailedError) {
    const params = { agent: error.agent, error: error.reason };
    return { error: text, code: error.code, notice: { key: "agentFailed", params } };
  }
  return { error: text, code: "TURN_FAILED", notice: { key: "turnFailed", params: { error: text } } };
}
