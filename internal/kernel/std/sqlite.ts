/**
 * The part of `@db/sqlite` that newpi uses, over `node:sqlite`. `deno.json` maps the name here.
 *
 * Two defaults are node:sqlite's: foreign keys are enforced, and a locked database is waited for up to 5 seconds.
 * An integer that a number cannot hold exactly is refused when read; bind a `bigint` and read it as text.
 *
 * @module
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { fromFileUrl } from "./path.ts";

/** What can be stored. A boolean is stored as 0 or 1, a date as its ISO text, `undefined` as NULL. */
export type BindValue = number | string | bigint | boolean | null | undefined | Date | Uint8Array;
export type BindParameters = BindValue[] | Record<string, BindValue>;
export type RestBindParameters = BindValue[] | [BindParameters];

/** What can be read. */
export type ColumnValue = string | number | bigint | Uint8Array | null;

export interface DatabaseOpenOptions {
  readonly?: boolean;
  /** Whether a missing file is made. Default true. */
  create?: boolean;
  memory?: boolean;
}

/** A function that runs in a transaction of its own, or in a savepoint of the one that is open. */
export interface Transaction<Args extends unknown[], Result> {
  (...args: Args): Result;
  deferred(...args: Args): Result;
  immediate(...args: Args): Result;
  exclusive(...args: Args): Result;
}

const SAVEPOINT = "newpi_nested";
const OUTERMOST = { commit: "COMMIT", undo: "ROLLBACK" };
const NESTED = { commit: `RELEASE ${SAVEPOINT}`, undo: `ROLLBACK TO ${SAVEPOINT}; RELEASE ${SAVEPOINT}` };

export class Database {
  readonly path: string;
  readonly #db: DatabaseSync;
  #counterStatement: Statement | undefined;
  #open = true;
  #depth = 0;

  constructor(path: string | URL, options: DatabaseOpenOptions = {}) {
    this.path = options.memory ? ":memory:" : path instanceof URL ? fromFileUrl(path) : path;
    if (options.create === false && this.path !== ":memory:") Deno.statSync(this.path);
    this.#db = new DatabaseSync(this.path, { readOnly: options.readonly ?? false });
  }

  /** Prepared at first use: opening alone must not touch a file that another process has locked. */
  get #counters(): Statement {
    return this.#counterStatement ??= this.prepare(
      "SELECT changes() AS changes, total_changes() AS totalChanges, last_insert_rowid() AS lastInsertRowId",
    );
  }

  get open(): boolean {
    return this.#open;
  }

  /** Rows changed by the last INSERT, UPDATE or DELETE. */
  get changes(): number {
    return Number(this.#counters.get()?.changes);
  }

  /** Rows changed since the database was opened. */
  get totalChanges(): number {
    return Number(this.#counters.get()?.totalChanges);
  }

  get lastInsertRowId(): number {
    return Number(this.#counters.get()?.lastInsertRowId);
  }

  /** Asks SQLite itself, since a full disk can end a transaction that nobody closed. Costs about 30 µs inside one. */
  get inTransaction(): boolean {
    if (!this.#open) return false;
    try {
      this.#db.exec("BEGIN");
    } catch (error) {
      if (isAlreadyInTransaction(error)) return true;
      throw error;
    }
    this.#db.exec("ROLLBACK");
    return false;
  }

  /** Runs all statements of `sql`, or one statement with parameters; tells the rows changed by the last one. */
  exec(sql: string, ...params: RestBindParameters): number {
    if (params.length > 0) return this.prepare(sql).run(...params);
    this.#db.exec(sql);
    return this.changes;
  }

  /** @throws {Error} With the SQL and SQLite's reason. */
  prepare(sql: string): Statement {
    try {
      return new Statement(this, this.#db.prepare(sql), sql);
    } catch (cause) {
      throw new Error(`Cannot prepare "${sql}": ${this.#reason(sql, cause)}`, { cause });
    }
  }

  /** The function returned commits when `fn` returns and rolls back when it throws; `fn` must be synchronous. */
  transaction<Args extends unknown[], Result>(fn: (...args: Args) => Result): Transaction<Args, Result> {
    const by = (begin: string) => (...args: Args) => this.#transact(begin, () => fn(...args));
    return Object.assign(by("BEGIN"), {
      deferred: by("BEGIN DEFERRED"),
      immediate: by("BEGIN IMMEDIATE"),
      exclusive: by("BEGIN EXCLUSIVE"),
    });
  }

  /** May be called more than once. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #transact<Result>(begin: string, fn: () => Result): Result {
    const ends = this.#begin(begin);
    this.#depth++;
    try {
      const result = fn();
      this.#db.exec(ends.commit);
      return result;
    } catch (error) {
      if (this.inTransaction) this.#db.exec(ends.undo);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  #begin(begin: string): typeof OUTERMOST {
    if (this.#depth === 0) {
      try {
        this.#db.exec(begin);
        return OUTERMOST;
      } catch (error) {
        if (!isAlreadyInTransaction(error)) throw error;
      }
    }
    this.#db.exec(`SAVEPOINT ${SAVEPOINT}`);
    return NESTED;
  }

  /** node:sqlite hides why a statement does not compile; EXPLAIN compiles it again and runs nothing of it. */
  #reason(sql: string, cause: unknown): string {
    const isOneStatement = !/;\s*\S/.test(sql);
    try {
      if (isOneStatement) this.#db.exec(`EXPLAIN ${sql}`);
    } catch (error) {
      return messageOf(error);
    }
    return messageOf(cause);
  }
}

/** Made by `Database.prepare`; kept by whoever runs it more than once, since nothing is cached. */
export class Statement {
  readonly #database: Database;
  /** With `?1`, `?2`: node:sqlite takes these for names, not for places. */
  readonly #isNumbered: boolean;
  #statement: StatementSync | undefined;

  constructor(database: Database, statement: StatementSync, readonly sql: string) {
    this.#database = database;
    this.#statement = statement;
    this.#isNumbered = /\?\d/.test(sql);
  }

  /** @returns Rows changed. */
  run(...params: RestBindParameters): number {
    return Number(this.#live.run(...this.#bound(params)).changes);
  }

  /** The first row. The caller names its shape; use a schema where the row was not written by newpi. */
  get<Row extends object = Record<string, ColumnValue>>(...params: RestBindParameters): Row | undefined {
    const row = this.#live.get(...this.#bound(params));
    return row === undefined ? undefined : plain<Row>(row);
  }

  all<Row extends object = Record<string, ColumnValue>>(...params: RestBindParameters): Row[] {
    return this.#live.all(...this.#bound(params)).map(plain<Row>);
  }

  /** The first row as an array of columns; two columns of one name are one. */
  value<Row extends unknown[] = ColumnValue[]>(...params: RestBindParameters): Row | undefined {
    const row = this.#live.get(...this.#bound(params));
    return row === undefined ? undefined : Object.values(row) as Row;
  }

  /** All rows as arrays of columns; two columns of one name are one. */
  values<Row extends unknown[] = ColumnValue[]>(...params: RestBindParameters): Row[] {
    return this.#live.all(...this.#bound(params)).map((row) => Object.values(row as object) as Row);
  }

  /** Reads row by row. Leaving the loop early ends the read. */
  *iter<Row extends object = Record<string, ColumnValue>>(
    ...params: RestBindParameters
  ): IterableIterator<Row> {
    const { sourceSQL } = this.#live;
    // One of its own each time: under Deno 2.4.2 a statement whose loop was left early never iterates again.
    const fresh = this.#database.prepare(sourceSQL).#live;
    for (const row of fresh.iterate(...this.#bound(params))) yield plain<Row>(row);
  }

  [Symbol.iterator](): IterableIterator<Record<string, ColumnValue>> {
    return this.iter();
  }

  /** Lets go of the statement, which cannot be used any more. May be called more than once. */
  finalize(): void {
    this.#statement = undefined;
  }

  [Symbol.dispose](): void {
    this.finalize();
  }

  /** Parameters as node:sqlite takes them: a list, or one object of names. */
  #bound(params: RestBindParameters): Native[] {
    const [first] = params;
    const group = params.length === 1 && isGroup(first) ? first : params as BindValue[];
    if (Array.isArray(group) && !this.#isNumbered) return group.map(toNative);
    const named = Object.entries(group).map(([key, value]) => {
      return [Array.isArray(group) ? `?${Number(key) + 1}` : key, toNative(value)];
    });
    // node:sqlite types the two forms apart, but they are passed alike.
    return [Object.fromEntries(named)] as unknown as Native[];
  }

  get #live(): StatementSync {
    if (this.#statement === undefined) throw new Error("Cannot use a finalized statement");
    // Deno 2.4.2 crashes the process when a statement outlives its database.
    if (!this.#database.open) throw new Error("Cannot use a statement of a closed database");
    return this.#statement;
  }
}

/** node:sqlite makes rows without a prototype, which compare unequal to an object written in code. */
function plain<Row>(row: unknown): Row {
  return Object.setPrototypeOf(row, Object.prototype);
}

type Native = string | number | bigint | Uint8Array | null;

function isGroup(value: BindValue | BindParameters): value is BindParameters {
  return typeof value === "object" && value !== null && !(value instanceof Date) &&
    !(value instanceof Uint8Array);
}

function toNative(value: BindValue): Native {
  switch (typeof value) {
    case "number":
      // node:sqlite binds every number as a REAL, which JSON and untyped columns would show as `3.0`.
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case "boolean":
      return value ? 1n : 0n;
    case "undefined":
      return null;
    case "object":
      if (value instanceof Date) return value.toISOString();
      if (value === null || value instanceof Uint8Array) return value;
      break;
    case "string":
    case "bigint":
      return value;
  }
  throw new TypeError(`Cannot bind a value of type ${typeof value}`);
}

/** node:sqlite gives no error number, so the message is all there is to tell by. */
function isAlreadyInTransaction(error: unknown): boolean {
  return messageOf(error).includes("within a transaction");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
