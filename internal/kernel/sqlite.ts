/** The database: how it is opened, and transactions that are synchronous, nest, and tell others afterwards. @module */
import { Database, type Statement } from "@db/sqlite";
import { AppError } from "./errors.ts";

export class StorageFullError extends AppError {
  readonly kind = "unavailable";
  readonly code = "STORAGE_FULL";
}

export interface Db {
  /** Keep the statement: there is no cache. */
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /**
   * Runs `fn` in one transaction; inside another it joins as a savepoint, so that a caught error undoes only `fn`.
   * `durable` (outermost only) means on disk before it returns: one fsync, about 4 ms.
   *
   * @throws {StorageFullError} There is no space for it; nothing of it was kept.
   */
  tx<T>(fn: () => T, options?: { durable?: boolean }): T;
  /** Called once the outermost transaction has committed; dropped when it fails. What it throws reaches nobody. */
  afterCommit(fn: () => void): void;
  readonly inTransaction: boolean;
  close(): void;
}

/** A change is about ten pages: as often as SQLite would by itself. */
const CHECKPOINT_COMMITS = 100;
/** 40 MB. If nobody else keeps the write-ahead log short, the writer does, and waits for the disk. */
const FALLBACK_PAGES = 10_000;

/**
 * The only connection that writes: a second one would make the first wait, and HTTP with it.
 *
 * @param onGrown The write-ahead log has grown: call `checkpoint` on another thread, where its syncs hold nobody up.
 */
export function openDatabase(path: string, onGrown?: () => void): Db {
  const database = new Database(path);
  database.exec("PRAGMA busy_timeout = 5000");
  // A new file is made without a journal beside it: one that a kill leaves there keeps the next start from looking.
  if (isEmpty(database)) database.exec("PRAGMA journal_mode = MEMORY");
  // Before the first table: files that newpi makes can shrink, since VACUUM does not work under Deno 2.4.2.
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
  // Without it INSERT OR REPLACE deletes a row and no trigger hears of it.
  database.exec("PRAGMA recursive_triggers = ON");
  database.exec("PRAGMA cache_size = -4000");
  if (onGrown !== undefined) database.exec(`PRAGMA wal_autocheckpoint = ${FALLBACK_PAGES}`);
  if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o600);
  return withTransactions(database, onGrown);
}

/** Moves what the write-ahead log holds into the database. It waits for the disk, but nobody waits for it. */
export function checkpoint(path: string): void {
  const database = new Database(path);
  try {
    database.prepare("PRAGMA wal_checkpoint(PASSIVE)").run();
  } finally {
    database.close();
  }
}

function isEmpty(database: Database): boolean {
  return database.prepare("PRAGMA page_count").value<[number]>()?.[0] === 0;
}

/** For the reader worker and for commands that only look. */
export function openReadOnly(path: string): Db {
  const database = new Database(path, { readonly: true });
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("PRAGMA query_only = ON");
  return withTransactions(database);
}

function withTransactions(database: Database, onGrown?: () => void): Db {
  // Prepared once: these run for every change, and `exec` would count changed rows each time.
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  let depth = 0;
  let commits = 0;
  let afterwards: (() => void)[] = [];

  function tx<T>(fn: () => T, options: { durable?: boolean } = {}): T {
    if (depth > 0) return savepoint(fn);
    if (options.durable) synchronous("FULL");
    let result: T;
    try {
      begin.run();
      depth = 1;
      result = finished(fn());
      commit.run();
    } catch (error) {
      depth = 0;
      afterwards = [];
      undo("ROLLBACK");
      throw isFull(error) ? new StorageFullError(FULL, { cause: error }) : error;
    } finally {
      depth = 0;
      if (options.durable) synchronous("NORMAL");
    }
    const told = afterwards;
    afterwards = [];
    for (const tell of told) isolated(tell);
    commits += 1;
    if (commits % CHECKPOINT_COMMITS === 0) onGrown?.();
    return result;
  }

  function savepoint<T>(fn: () => T): T {
    const kept = afterwards.length;
    const name = `tx_${depth}`;
    database.exec(`SAVEPOINT ${name}`);
    depth += 1;
    try {
      const result = finished(fn());
      database.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      afterwards.length = kept;
      undo(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      depth -= 1;
    }
  }

  /** A full disk makes SQLite roll back by itself; there is then nothing left to undo. */
  function undo(sql: string) {
    try {
      database.exec(sql);
    } catch { /* nothing open any more */ }
  }

  /** Prepared anew each time: SQLite sets this while it compiles the statement, not while it runs. */
  function synchronous(level: "FULL" | "NORMAL") {
    database.prepare(`PRAGMA synchronous = ${level}`).run();
  }

  return {
    prepare: (sql) => database.prepare(sql),
    exec: (sql) => void database.exec(sql),
    tx,
    afterCommit(fn) {
      if (depth === 0) throw new RangeError("afterCommit works only inside a transaction");
      afterwards.push(fn);
    },
    get inTransaction() {
      return depth > 0;
    },
    close: () => database.close(),
  };
}

/** The change is stored, whatever happens to those who hear of it. */
function isolated(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    reportError(error);
  }
}

const FULL = "There is no space left on the disk, so nothing was stored";

/** node:sqlite gives no error number, so the message is all there is to tell by. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database or disk is full");
}

function finished<T>(result: T): T {
  if (result instanceof Promise) throw new TypeError("A transaction must not await");
  return result;
}
