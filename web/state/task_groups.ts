/** Tasks by state, in the order in which a person wants to see them. @module */
import type { WorkItemCard, WorkItemState } from "../../internal/contract/work.ts";

const ORDER: readonly WorkItemState[] = [
  "waiting",
  "running",
  "queued",
  "thinking",
  "idle",
  "done",
  "closed",
];

export interface TaskGroup {
  state: WorkItemState;
  cards: WorkItemCard[];
}

/** Empty states are left out; inside one the latest change comes first. */
export function groupByState(cards: readonly WorkItemCard[]): TaskGroup[] {
  const byTime = cards.toSorted((a, b) => lastActivity(b) < lastActivity(a) ? -1 : 1);
  return ORDER.map((state) => ({ state, cards: byTime.filter((card) => card.state === state) }))
    .filter((group) => group.cards.length > 0);
}

/** When something last happened in a task; times are ISO text, so the greatest is the latest. */
export function lastActivity({ item, run, lastReply }: WorkItemCard): string {
  return [item.updatedAt, run?.startedAt ?? "", lastReply?.ts ?? ""].toSorted().at(-1) ?? item.updatedAt;
}
