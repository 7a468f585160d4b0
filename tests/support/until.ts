/** Waiting for what the log will say instead of sleeping. @module */
import type { Event } from "../../internal/contract/log.ts";
import type { Log } from "../../internal/log/mod.ts";

/** A test that waits longer has found a fault. */
const PATIENCE_MS = 30_000;

/** The first event, old or new, for which `matches` holds. */
export function untilEvent(log: Log, matches: (event: Event) => boolean): Promise<Event> {
  return watch(log, "the event awaited did not come", () => allEvents(log).find(matches));
}

/** Resolves once `holds`, which is looked at now and after every event. */
export async function untilTrue(log: Log, holds: () => boolean): Promise<void> {
  await watch(log, "the state awaited did not come", () => holds() || undefined);
}

function watch<T>(log: Log, complaint: string, look: () => T | undefined): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    const kinds = allEvents(log).map((event) => event.kind).join(", ");
    reject(new Error(`${complaint}; the log has ${kinds}`));
  }, PATIENCE_MS);
  // After the other listeners, since one of them may change what is waited for.
  const unsubscribe = log.subscribe(() => queueMicrotask(check));
  check();
  return promise.finally(() => {
    clearTimeout(timer);
    unsubscribe();
  });

  function check() {
    const found = look();
    if (found !== undefined) resolve(found);
  }
}

export function allEvents(log: Log): Event[] {
  const events: Event[] = [];
  for (let page = log.after(0, 1000); page.length > 0; page = log.after(events.at(-1)?.seq ?? 0, 1000)) {
    events.push(...page);
  }
  return events;
}
