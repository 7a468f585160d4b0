/** Statements of the work_items table. @module */
import type { Db } from "../kernel/sqlite.ts";
import { timestamp } from "../kernel/clock.ts";
import type { RunAs } from "../contract/common.ts";
import type { WorkItem, WorkItemStatus } from "../contract/work.ts";

const SELECT_ITEM = `SELECT id, title, status, workspace, thread_id AS threadId, parent_id AS parentId,
  run_as AS runAs, created_at AS createdAt, updated_at AS updatedAt FROM work_items`;

type ItemRow = Omit<WorkItem, "runAs"> & { runAs: string | null };

export function toWorkItem(row: ItemRow): WorkItem {
  return { ...row, runAs: row.runAs === null ? null : JSON.parse(row.runAs) };
}

export function workItemStore(db: Db) {
  const insert = db.prepare(`INSERT INTO work_items
    (id, title, workspace, thread_id, run_as, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const setStatus = db.prepare("UPDATE work_items SET status = ?, updated_at = ? WHERE id = ?");
  const setRunAs = db.prepare("UPDATE work_items SET run_as = ?, updated_at = ? WHERE id = ?");
  const byId = db.prepare(`${SELECT_ITEM} WHERE id = ?`);
  const open = db.prepare(`${SELECT_ITEM} WHERE status = 'open' ORDER BY updated_at DESC`);
  const all = db.prepare(`${SELECT_ITEM} ORDER BY created_at`);

  return {
    insert(item: Pick<WorkItem, "id" | "title" | "workspace" | "threadId" | "runAs">): void {
      const at = timestamp();
      const runAs = item.runAs === null ? null : JSON.stringify(item.runAs);
      insert.run(item.id, item.title, item.workspace, item.threadId, runAs, at, at);
    },
    setStatus: (id: string, status: WorkItemStatus) => void setStatus.run(status, timestamp(), id),
    setRunAs: (id: string, runAs: RunAs) => void setRunAs.run(JSON.stringify(runAs), timestamp(), id),
    get(id: string): WorkItem | undefined {
      const row = byId.get<ItemRow>(id);
      return row === undefined ? undefined : toWorkItem(row);
    },
    open: () => open.all<ItemRow>().map(toWorkItem),
    all: () => all.all<ItemRow>().map(toWorkItem),
  };
}
export type WorkItemStore = ReturnType<typeof workItemStore>;
