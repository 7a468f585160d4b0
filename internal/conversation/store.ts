/** Statements of the threads table. @module */
import type { Db } from "../kernel/sqlite.ts";
import { timestamp } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";

export function threadStore(db: Db) {
  const insert = db.prepare(
    "INSERT INTO threads (id, work_item_id, kind, created_at) VALUES (?, ?, 'work', ?)",
  );
  return {
    /** A thread of its own for one task. */
    open(workItemId: string): string {
      const id = newId("th_");
      insert.run(id, workItemId, timestamp());
      return id;
    },
  };
}
