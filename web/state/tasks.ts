/** The cards of all tasks that are not closed, kept current by the log. @module */
import { computed, signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import type { WorkItemCard, WorkItemState, WorkItemStatus } from "../../internal/contract/work.ts";
import type { Api } from "./api.ts";
import type { LoadPhase } from "./conversation.ts";
import { isKind } from "./payloads.ts";
import type { Timers } from "./timers.ts";

/** A burst of events of one turn becomes one request. */
const REFRESH_DELAY_MS = 120;
const ACTIVE_STATES: readonly WorkItemState[] = ["waiting", "running", "queued", "thinking"];

interface TasksOptions {
  api: Pick<Api, "workItems" | "setWorkItemStatus" | "cancel" | "createWorkItem">;
  timers: Timers;
}

export function tasksState({ api, timers }: TasksOptions) {
  const phase = signal<LoadPhase>("loading");
  const cards = signal<ReadonlyMap<string, WorkItemCard>>(new Map());
  const active = computed(() =>
    [...cards.value.values()].filter(({ state }) => ACTIVE_STATES.includes(state))
  );
  let cancelRefresh: (() => void) | null = null;
  /** Counts loads and the person's own changes: an answer to an older question is out of date. */
  let generation = 0;

  async function load(): Promise<void> {
    const asked = ++generation;
    try {
      const { items } = await api.workItems(true);
      if (asked !== generation) return;
      cards.value = new Map(items.map((card) => [card.item.id, card]));
      phase.value = "ready";
    } catch (error) {
      if (phase.value === "loading") phase.value = "failed";
      throw error;
    }
  }
  function refreshSoon() {
    cancelRefresh ??= timers.after(REFRESH_DELAY_MS, () => {
      cancelRefresh = null;
      load().catch(() => {}); // the next event, or the connection coming back, tries again
    });
  }
  function patch(id: string, change: (card: WorkItemCard) => WorkItemCard) {
    const card = cards.value.get(id);
    if (card !== undefined) cards.value = new Map(cards.value).set(id, change(card));
  }

  return {
    phase,
    cards,
    active,
    load,
    apply(event: Event) {
      if (event.workItemId === null) return;
      if (isKind(event, "side_effect.result")) return;
      if (!isKind(event, "side_effect.intent")) return refreshSoon();
      const { tool, input } = event.payload;
      patch(event.workItemId, (card) => {
        if (card.run === null) return card;
        return {
          ...card,
          run: { ...card.run, toolCalls: card.run.toolCalls + 1, lastTool: `${tool} ${input}` },
        };
      });
    },
    /** Shown at once and taken back when the server refuses. */
    async setStatus(id: string, status: WorkItemStatus): Promise<void> {
      generation += 1;
      const before = cards.value.get(id);
      const state: WorkItemState = status === "open" ? "idle" : status;
      patch(id, (card) => ({ ...card, state, item: { ...card.item, status } }));
      try {
        await api.setWorkItemStatus(id, status);
      } catch (error) {
        if (before !== undefined) patch(id, () => before);
        throw error;
      }
    },
    cancel: (id: string) => api.cancel(id),
    async create(title: string, brief: string): Promise<string> {
      const { item } = await api.createWorkItem(brief.trim() === "" ? { title } : { title, brief });
      refreshSoon();
      return item.id;
    },
  };
}
export type Tasks = ReturnType<typeof tasksState>;
