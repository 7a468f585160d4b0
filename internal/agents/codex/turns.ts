import type { JsonObject } from "../narrow.ts";

/** A message for a turn, as the app-server takes it. */
export interface Steered {
  id: string;
  input: JsonObject[];
}

/** Which turn of our thread runs; its end may be told before the answer to the request that began it. */
export function threadTurns() {
  /** Turns that began in this process, helpers' too. */
  const seen = new Set<string>();
  const ended = new Set<string>();
  /** Messages that a running turn has accepted and may not have read. */
  let held: Steered[] = [];
  let current: string | null = null;
  let isStarting = false;
  let interrupted: string | null = null;

  function started(turnId: string) {
    seen.add(turnId);
    isStarting = false;
    if (!ended.has(turnId)) current = turnId;
  }

  /** @returns The messages that the turn accepted. */
  function completed(turnId: string): Steered[] {
    seen.add(turnId);
    ended.add(turnId);
    if (current !== null && current !== turnId) return [];
    current = null;
    const left = held;
    held = [];
    return left;
  }

  return {
    starting: () => void (isStarting = true),
    notStarted: () => void (isStarting = false),
    started,
    completed,
    hold(turnId: string, message: Steered) {
      if (turnId === current) held.push(message);
    },
    /** @returns The running turn, once. */
    toInterrupt() {
      if (current === interrupted) return null;
      return interrupted = current;
    },
    seen: (turnId: string) => void seen.add(turnId),
    isSeen: (turnId: string) => seen.has(turnId),
    isStarting: () => isStarting,
    current: () => current,
  };
}
