import { DatabaseSync } from "node:sqlite";
import { catalogue } from "../../internal/app/catalogue.ts";
import { openIngress } from "../../internal/conversation/mod.ts";
import { migrations } from "../../internal/kernel/assets.ts";
import { timestamp } from "../../internal/kernel/clock.ts";
import { newId } from "../../internal/kernel/ids.ts";
import { migrate } from "../../internal/kernel/migrate.ts";
import { openDatabase } from "../../internal/kernel/sqlite.ts";
import { type NewEvent, openLog } from "../../internal/log/mod.ts";
import { said } from "../../tests/support/database.ts";
import { tempDir } from "../../tests/support/temp.ts";
import { type Benchmark, type Figure, median } from "./figures.ts";
import { sampleEvents } from "./sample_events.ts";

const BLOCKS = 30;
const EVENTS_A_BLOCK = 500;
const MESSAGES_A_BLOCK = 20;
const LEAST = 0.5;

/**
 * In this process, since over HTTP the request would be measured. The code is that of the executable. The other side
 * is one prepared INSERT of ready values into a table with the same indices and triggers.
 */
export const append: Benchmark = {
  name: "append",
  about:
    "one event per transaction, by bare INSERTs of the same rows into the same table with the same pragmas",
  async run() {
    await using dir = await tempDir();
    const ours = openOurs(dir.at("ours.db"));
    const bare = openBare(dir.at("bare.db"));
    try {
      return [
        ...compare("events", EVENTS_A_BLOCK, ours.append, bare.insert),
        ...compare("acknowledged messages", MESSAGES_A_BLOCK, ours.submit, bare.insertDurably),
      ];
    } finally {
      ours.close();
      bare.close();
    }
  },
};

/** Stores so many events. @returns How many milliseconds that took, without making them. */
type Store = (count: number) => number;

/** Both take turns. */
function compare(what: string, count: number, ours: Store, bare: Store): Figure[] {
  const [warmUp, ...times] = Array.from({ length: BLOCKS + 1 }, () => [ours(count), bare(count)] as const);
  if (warmUp === undefined) return [];
  const newpi = count * 1000 / median(times.map(([ms]) => ms));
  const least = count * 1000 / median(times.map(([, ms]) => ms));
  return [
    { what: `${what}, newpi`, value: newpi, unit: "/s" },
    { what: `${what}, bare`, value: least, unit: "/s" },
    { what: `${what}, newpi by bare`, value: newpi / least, unit: "x", atLeast: LEAST },
  ];
}

function openOurs(path: string) {
  const db = openDatabase(path);
  migrate(db, migrations());
  const log = openLog(db, catalogue);
  const submit = openIngress(db, log, () => {});
  return {
    append:
      ((count) => timed(sampleEvents(count), (event) => db.tx(() => log.append(event)))) satisfies Store,
    submit:
      ((count) =>
        timed(messages(count), ({ text, clientKey }) => submit({ text, clientKey }))) satisfies Store,
    close: () => db.close(),
  };
}

function openBare(path: string) {
  const made = openDatabase(path);
  migrate(made, migrations());
  made.close();
  const database = new DatabaseSync(path);
  const pragmas = [
    "synchronous = NORMAL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "cache_size = -16000",
  ];
  for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
  const insert = database.prepare(`INSERT INTO events (id, ts, source, kind, thread_id, work_item_id, run_id,
    payload, mailbox, lane, caused_by, hop) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertAll = (events: NewEvent[]) => timed(events.map(toRow), (row) => insert.run(...row));
  return {
    insert: ((count) => insertAll(sampleEvents(count))) satisfies Store,
    insertDurably: ((count) => {
      database.exec("PRAGMA synchronous = FULL");
      const ms = insertAll(
        messages(count).map(({ text, clientKey }) =>
          said(text, { payload: { text, clientKey, channel: "web" } })
        ),
      );
      database.exec("PRAGMA synchronous = NORMAL");
      return ms;
    }) satisfies Store,
    close: () => database.close(),
  };
}

function timed<T>(values: readonly T[], store: (value: T) => unknown): number {
  const started = performance.now();
  for (const value of values) store(value);
  return performance.now() - started;
}

function messages(count: number) {
  return Array.from(
    { length: count },
    () => ({ text: "WRITE hello.txt: hi", clientKey: crypto.randomUUID() }),
  );
}

function toRow(event: NewEvent) {
  return [
    newId("ev_"),
    timestamp(),
    event.source,
    event.kind,
    event.threadId ?? null,
    event.workItemId ?? null,
    event.runId ?? null,
    JSON.stringify(event.payload),
    event.mailbox ?? null,
    event.lane ?? null,
    event.causedBy ?? null,
    event.hop ?? 0,
  ];
}
