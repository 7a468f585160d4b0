/** A fresh newpi database with its log, outside of any runtime. @module */
import { catalogue } from "../../internal/app/catalogue.ts";
import { migrations } from "../../internal/kernel/assets.ts";
import { newId } from "../../internal/kernel/ids.ts";
import { migrate } from "../../internal/kernel/migrate.ts";
import { type Db, openDatabase } from "../../internal/kernel/sqlite.ts";
import type { Event } from "../../internal/contract/log.ts";
import { type Log, type NewEvent, openLog } from "../../internal/log/mod.ts";
import { tempDir } from "./temp.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly path: string;
  readonly db: Db;
  readonly log: Log;
  /** Appends in a transaction of its own. */
  append(event: Partial<NewEvent> & { kind: string }): Event;
}

export async function testDatabase(): Promise<TestDatabase> {
  const dir = await tempDir();
  const path = dir.at("newpi.db");
  const db = openDatabase(path);
  migrate(db, migrations());
  const log = openLog(db, catalogue);
  return {
    path,
    db,
    log,
    append: (event) => db.tx(() => log.append({ source: "test", payload: {}, ...event })),
    async [Symbol.asyncDispose]() {
      db.close();
      await dir[Symbol.asyncDispose]();
    },
  };
}

/** What a person said, as the ingress stores it. */
export function said(text: string, more: Partial<NewEvent> = {}): NewEvent {
  return {
    source: "connector:web",
    kind: "user.message",
    payload: { text, channel: "web" },
    threadId: "main",
    mailbox: "primary",
    lane: "interrupt",
    ...more,
  };
}

/** A reply under a message. */
export function answered(root: string, text: string, more: Partial<NewEvent> = {}): NewEvent {
  return {
    source: "agent:primary",
    kind: "agent.reply",
    payload: { text, of: root, root },
    threadId: "main",
    ...more,
  };
}

/** How a run ended, as its owner's mail. */
export function finished(runId: string, more: Partial<NewEvent> = {}): NewEvent {
  const payload = {
    outcome: "unverified",
    ok: true,
    durationMs: 1,
    toolCalls: 0,
    summary: "",
    error: null,
    blocked: null,
    usage: null,
    root: newId("ev_"),
  };
  return { source: "agent:worker", kind: "run.finished", payload, runId, ...more };
}
