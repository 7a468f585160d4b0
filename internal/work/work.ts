/** The work engine put together. @module */
import type { RunAs } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import type { RoleName, TestResult } from "../contract/settings.ts";
import type { DeliverToTask } from "../conversation/mod.ts";
import { cancelWorkItem } from "./cancel.ts";
import type { WorkContext, WorkOptions } from "./context.ts";
import { type Items, openItems } from "./items.ts";
import { openLoop } from "./loop.ts";
import { deliver } from "./mail.ts";
import { managerTurn } from "./manager.ts";
import { ping } from "./ping.ts";
import { openPool } from "./pool.ts";
import { primaryTurn, withOneChoice } from "./primary.ts";
import { recoverRuns } from "./recover.ts";

export interface Work {
  items: Items;
  /** For the ingress: a message that names its task. */
  deliver: DeliverToTask;
  /** The ids of the runs that were told to stop. */
  cancel(workItemId: string): string[];
  /** Whether the agent of a role answers, or the one that is chosen instead. */
  ping(role: RoleName, chosen?: RunAs): Promise<TestResult>;
  /** Takes up what the last runtime left, then takes turns. */
  start(): Promise<void>;
  counts(): { activeTurns: number; pendingMessages: number; runs: { running: number; queued: number } };
  /** Nothing of the chain that this message started is left to do. */
  settled(root: string): boolean;
  stop(): Promise<void>;
}

export function openWork(options: WorkOptions): Work {
  const { db, log, runs, workspaces, limits, logger } = options;
  const stopping = new AbortController();
  const items = openItems(db, log, workspaces);
  const context: WorkContext = { ...options, items, stopping: stopping.signal };
  const pool = openPool(context);
  const loop = openLoop({ db, log, maxTurns: limits.maxTurns, batchOf, takeTurn, logger });

  function batchOf(address: string, mail: readonly Event[]): readonly Event[] {
    return address === "primary" ? withOneChoice(mail) : mail;
  }

  async function takeTurn(address: string, batch: readonly Event[]): Promise<void> {
    if (options.roles().primary === null) await options.chooseFirst();
    if (address === "primary") return await primaryTurn(context, pool, batch);
    await managerTurn(context, pool, items.get(address.slice("manager:".length)), batch);
  }

  return {
    items,
    deliver: (message, workItemId, by) =>
      deliver(log, items, limits.maxHops, {
        message,
        item: items.get(workItemId),
        text: String(message.payload.text),
        by,
      }),
    cancel: (workItemId) => cancelWorkItem(context, pool, workItemId),
    ping: (role, chosen) => ping(context, role, chosen),
    async start() {
      await recoverRuns(context, pool);
      loop.start();
    },
    counts: () => ({ ...loop.counts(), runs: pool.counts() }),
    settled: (root) =>
      !loop.concerns(root) && !runs.active().some((run) => run.kind === "worker" && run.root === root),
    async stop() {
      stopping.abort();
      await Promise.all([loop.stop(), pool.stop()]);
    },
  };
}
