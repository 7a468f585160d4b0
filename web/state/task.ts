/** One task while somebody looks at it: its runs with their steps, and its log. @module */
import { batch, type Signal, signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import type { WorkItemDetail } from "../../internal/contract/work.ts";
import { type Api, ApiError } from "./api.ts";
import type { LoadPhase } from "./conversation.ts";
import { mergeEvents } from "./event_list.ts";
import { isKind } from "./payloads.ts";
import type { Timers } from "./timers.ts";

const PAGE = 200;
const REFRESH_DELAY_MS = 120;

/** Part of a log, from some point to its end. */
export interface EventTail {
  events: readonly Event[];
  hasOlder: boolean;
}

interface TaskOptions {
  id: string;
  api: Pick<Api, "workItem" | "events">;
  timers: Timers;
}

export function taskState({ id, api, timers }: TaskOptions) {
  const phase = signal<LoadPhase | "missing">("loading");
  const detail = signal<WorkItemDetail | null>(null);
  const log = signal<EventTail>({ events: [], hasOlder: false });
  const runs = new Map<string, Signal<EventTail | null>>();
  let cancelRefresh: (() => void) | null = null;

  async function load(): Promise<void> {
    try {
      const loaded = await api.workItem(id);
      batch(() => {
        detail.value = loaded;
        log.value = merge(log.value, loaded.events, loaded.hasMore);
        phase.value = "ready";
      });
    } catch (error) {
      const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
      if (phase.value !== "ready") phase.value = isMissing ? "missing" : "failed";
    }
  }

  /** Null until it is loaded; asking starts that. */
  function run(runId: string): Signal<EventTail | null> {
    const known = runs.get(runId);
    if (known !== undefined) return known;
    const tail = signal<EventTail | null>(null);
    runs.set(runId, tail);
    void api.events({ run: runId, limit: PAGE }).then(
      (page) => tail.value = merge(tail.value, page.events, page.hasMore),
      () => runs.delete(runId), // asking again tries again
    );
    return tail;
  }

  async function older(tail: Signal<EventTail | null>, query: { item: string } | { run: string }) {
    const first = tail.value?.events[0];
    if (first === undefined) return;
    const page = await api.events({ ...query, before: first.seq, limit: PAGE });
    tail.value = merge(tail.value, page.events, page.hasMore);
  }

  return {
    id,
    phase,
    detail,
    log,
    load,
    run,
    loadOlderLog: () => older(log, { item: id }),
    loadOlderSteps: (runId: string) => older(run(runId), { run: runId }),
    apply(event: Event) {
      if (event.workItemId !== id) return;
      log.value = merge(log.value, [event], false);
      const tail = event.runId === null ? undefined : runs.get(event.runId);
      if (tail !== undefined) tail.value = merge(tail.value, [event], false);
      if (isKind(event, "side_effect.intent", "side_effect.result")) return;
      cancelRefresh ??= timers.after(REFRESH_DELAY_MS, () => {
        cancelRefresh = null;
        void load();
      });
    },
    close() {
      cancelRefresh?.();
    },
  };
}
export type Task = ReturnType<typeof taskState>;

/** @param hasOlder Whether older ones exist before the first of `added`. */
function merge(known: EventTail | null, added: readonly Event[], hasOlder: boolean): EventTail {
  const events = mergeEvents(known?.events ?? [], added);
  const reachesBack = events[0]?.seq === added[0]?.seq;
  return { events, hasOlder: reachesBack ? hasOlder : known?.hasOlder ?? hasOlder };
}
