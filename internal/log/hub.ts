/** Tells listeners in this process that the log has grown. A hint only: whoever listens reads from its own cursor. @module */
import type { Event } from "../contract/log.ts";

export interface Hub {
  /** Called for each event, in order, after its commit. Must be quick; what it throws does not reach the others. */
  subscribe(listener: (event: Event) => void): () => void;
  publish(event: Event): void;
}

export function createHub(): Hub {
  const listeners = new Set<(event: Event) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
