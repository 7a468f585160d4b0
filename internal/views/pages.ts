/** Pages of the log with the titles of the tasks that occur in them. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { EventPage, EventQuery } from "../contract/log.ts";
import { EventNotFoundError, logReads } from "../log/mod.ts";

export function openPages(db: Db) {
  const log = logReads(db);
  const title = db.prepare("SELECT title FROM work_items WHERE id = ?");

  /** @throws {EventNotFoundError} `around` names no event. */
  return function page(query: EventQuery): EventPage {
    const found = log.list(query);
    if (found === undefined) throw new EventNotFoundError(`Cannot find event "${query.around}"`);
    const ids = new Set(found.events.map((event) => event.workItemId).filter((id) => id !== null));
    const titles = [...ids].map((id) => [id, title.get<{ title: string }>(id)?.title ?? id]);
    return {
      ...found,
      oldestSeq: found.events[0]?.seq ?? null,
      newestSeq: found.events.at(-1)?.seq ?? null,
      titles: Object.fromEntries(titles),
    };
  };
}
