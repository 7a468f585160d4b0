/** What lies on the disk after a kill, read from a copy: nothing but newpi ever opens its database. @module */
import { Database } from "@db/sqlite";
import { join } from "@std/path";
import type { Event } from "../../../internal/contract/log.ts";
import type { Run } from "../../../internal/contract/runs.ts";
import type { Home } from "../../../internal/kernel/paths.ts";
import { tempDir } from "../../support/temp.ts";

export interface State {
  events: Event[];
  runs: Run[];
  /** Mail that no turn has dealt with yet. */
  unread: Event[];
}

type Row = Omit<Event, "payload"> & { payload: string };

/** A running runtime may go on writing: what is read then is a state that was, as long as it makes no checkpoint. */
export async function readState(home: Home): Promise<State> {
  await using copy = await tempDir();
  const path = join(copy.path, "newpi.db");
  await Deno.copyFile(home.database, path);
  await Deno.copyFile(`${home.database}-wal`, `${path}-wal`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  using database = new Database(path);
  const events = database.prepare(`SELECT seq, id, ts, source, kind, thread_id AS threadId,
    work_item_id AS workItemId, run_id AS runId, payload, mailbox, lane, caused_by AS causedBy, hop
    FROM events ORDER BY seq`).all<Row>().map((row): Event => ({ ...row, payload: JSON.parse(row.payload) }));
  const runs = database.prepare(
    `SELECT id, kind, work_item_id AS workItemId, owner, status, outcome, agent, root,
    created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt FROM runs`,
  ).all<Run>();
  const cursors = new Map(
    database.prepare("SELECT consumer, seq FROM cursors").all<{ consumer: string; seq: number }>()
      .map(({ consumer, seq }) => [consumer, seq]),
  );
  const unread = events.filter(({ mailbox, seq }) =>
    mailbox !== null && seq > (cursors.get(`mailbox:${mailbox}`) ?? 0)
  );
  return { events, runs, unread };
}
