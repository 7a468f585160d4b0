/** What the tests of the state functions share: events, a clock that is turned by hand, a server that is asked. @module */
import type { Event, EventPage } from "../../internal/contract/log.ts";
import type { WorkItem, WorkItemCard } from "../../internal/contract/work.ts";
import type { Timers } from "./timers.ts";

export function testEvent(fields: Partial<Event> & { seq: number }): Event {
  return {
    id: `ev_test${String(fields.seq).padStart(6, "0")}`,
    ts: new Date(Date.UTC(2026, 10, 30) + fields.seq * 1000).toISOString(),
    source: "test",
    kind: "test.happened",
    threadId: "main",
    workItemId: null,
    runId: null,
    payload: {},
    mailbox: null,
    lane: null,
    causedBy: null,
    hop: 0,
    ...fields,
  };
}

export function testPage(events: Event[], more: Partial<EventPage> = {}): EventPage {
  const [oldestSeq = null, newestSeq = null] = [events[0]?.seq, events.at(-1)?.seq];
  return { events, hasMore: false, hasNewer: false, oldestSeq, newestSeq, titles: {}, ...more };
}

export function testCard(id: WorkItem["id"], fields: Partial<WorkItemCard> = {}): WorkItemCard {
  const at = "2026-11-30T09:00:00.000Z";
  const item: WorkItem = {
    id,
    title: id,
    status: "open",
    workspace: `/home/workspaces/${id}`,
    threadId: "th_test01",
    parentId: null,
    runAs: null,
    createdAt: at,
    updatedAt: at,
  };
  return { item, state: "idle", run: null, lastReply: null, question: null, ...fields };
}

/** Runs what is due when it is told how much time has passed. */
export function testTimers() {
  let now = 0;
  let waiting: { at: number; run(): void }[] = [];
  const timers: Timers = {
    now: () => now,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run };
      waiting.push(entry);
      return () => void (waiting = waiting.filter((other) => other !== entry));
    },
  };
  return {
    ...timers,
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const due = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        waiting = waiting.filter((other) => other !== due);
        now = due.at;
        due.run();
      }
      now = end;
    },
  };
}
