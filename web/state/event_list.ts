/** Events that came by different ways (a page, the live stream) as one ascending list. @module */
import type { Event } from "../../internal/contract/log.ts";

/** Both ascending by seq. The usual case, newer ones at the end, copies once and sorts nothing. */
export function mergeEvents(known: readonly Event[], added: readonly Event[]): readonly Event[] {
  const last = known.at(-1);
  const first = added[0];
  if (first === undefined) return known;
  if (last === undefined) return added;
  if (first.seq > last.seq) return [...known, ...added];
  const bySeq = new Map([...known, ...added].map((event) => [event.seq, event]));
  return bySeq.size === known.length ? known : [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}
