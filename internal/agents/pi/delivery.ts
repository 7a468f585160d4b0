import type { JsonObject } from "../narrow.ts";

/** A message as a `prompt` command: it begins a run, or steers the one that is at work. */
export interface Delivery {
  id: string;
  command: JsonObject;
}

/**
 * Hands messages to pi one at a time: of two that come before a run has begun, pi says that both began it and loses
 * one. pi shows the texts that wait in its queue, which it may have rewritten, so they are counted from the front.
 */
export function deliveries() {
  let held: Delivery[] = [];
  /** To be sent again when the run is over. */
  let refused: Delivery[] = [];
  let inFlight: Delivery | null = null;
  let isStarting = false;
  /** Ids of those that pi has or is about to have in its queue, oldest first. */
  let queued: string[] = [];
  let shown = 0;

  /** @returns What may be sent now. */
  function next(): Delivery | null {
    if (inFlight !== null || isStarting) return null;
    inFlight = held.shift() ?? null;
    if (inFlight !== null) queued.push(inFlight.id);
    return inFlight;
  }

  function answered(how: "queued" | "started" | "handled" | "refused") {
    const delivery = inFlight;
    inFlight = null;
    if (how === "started") isStarting = true;
    if (delivery === null || how === "queued") return;
    queued = queued.filter((id) => id !== delivery.id);
    if (how === "refused") refused.push(delivery);
  }

  /** @param length Of pi's queue. @returns The messages that left it. */
  function shows(length: number): string[] {
    const left = queued.splice(0, Math.max(0, shown - length));
    shown = length;
    return left;
  }

  return {
    add: (delivery: Delivery) => void held.push(delivery),
    next,
    answered,
    shows,
    begun: () => void (isStarting = false),
    settled() {
      isStarting = false;
      held.push(...refused.splice(0));
    },
    clear() {
      held = [];
      refused = [];
    },
    isWaitedFor: (id: string) => inFlight?.id === id,
    isEmpty: () => held.length === 0 && refused.length === 0 && inFlight === null && !isStarting,
    isStarting: () => isStarting,
  };
}
