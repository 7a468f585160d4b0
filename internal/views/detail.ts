/** One task with its runs and the newest events of its own. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { Run } from "../contract/runs.ts";
import type { WorkItemDetail } from "../contract/work.ts";
import { logReads } from "../log/mod.ts";
import type { openBoard } from "./board.ts";

const MAX_RUNS = 50;

export function openDetail(db: Db, board: ReturnType<typeof openBoard>) {
  const log = logReads(db);
  const runs = db.prepare(`SELECT id, kind, work_item_id AS workItemId, owner, status, outcome, agent, root,
    created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt FROM runs
    WHERE work_item_id = ? AND kind = 'worker' ORDER BY created_at DESC, rowid DESC LIMIT ${MAX_RUNS}`);

  return function detail({ id, limit }: { id: string; limit: number }): WorkItemDetail {
    const card = board.card(id);
    const page = log.list({ item: id, limit });
    const understanding = log.lastOfKind(id, "work_item.understanding");
    return {
      ...card,
      understanding: understanding === undefined ? null : String(understanding.payload.text),
      runs: runs.all<Run>(id),
      events: page?.events ?? [],
      hasMore: page?.hasMore ?? false,
    };
  };
}
