/** Entry of both workers: `reader` answers from a read-only connection, `jobs` does what takes time on the disk. @module */
import { checkpoint, openReadOnly } from "../kernel/sqlite.ts";
import { type Offers, serveWorker, type WorkerSide } from "../kernel/workers.ts";
import { openViews, type Views } from "../views/mod.ts";
import { listFiles, readFile } from "./files.ts";
import { receiveChat } from "./receive.ts";

export type WorkerInit = { role: "reader"; database: string } | { role: "jobs" };
export type ReaderOffers = Views;
export interface JobOffers extends Offers {
  checkpoint: typeof checkpoint;
  listFiles: typeof listFiles;
  readFile: typeof readFile;
  receiveChat: typeof receiveChat;
}

function open(init: WorkerInit): WorkerSide {
  if (init.role === "jobs") {
    return { offers: { checkpoint, listFiles, readFile, receiveChat } satisfies JobOffers, close() {} };
  }
  const db = openReadOnly(init.database);
  return { offers: openViews(db), close: db.close };
}

serveWorker<WorkerInit>(self as unknown as Parameters<typeof serveWorker>[0], open);
