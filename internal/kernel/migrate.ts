/** Brings a database to this version, or refuses it untouched. @module */
import { Database } from "@db/sqlite";
import { createHash } from "node:crypto";
import { AppError } from "./errors.ts";
import { timestamp } from "./clock.ts";
import type { Db } from "./sqlite.ts";

export interface Migration {
  /** `0001_log.sql`: the order, and the name it is remembered by. */
  name: string;
  /** Its first line names the owner: `-- domain: log`. */
  sql: string;
}

/** `newp` in ASCII: tells newpi's files from other SQLite files. */
const APPLICATION_ID = 0x6e657770;

export class DatabaseNewerError extends AppError {
  readonly kind = "conflict";
  readonly code = "DATABASE_NEWER";
}
export class MigrationChangedError extends AppError {
  readonly kind = "internal";
  readonly code = "MIGRATION_CHANGED";
}
export class NotNewpiDatabaseError extends AppError {
  readonly kind = "invalid";
  readonly code = "DATABASE_FOREIGN";
}
export class DatabaseDamagedError extends AppError {
  readonly kind = "internal";
  readonly code = "DATABASE_DAMAGED";
}

interface Applied {
  name: string;
  checksum: string;
}

/**
 * Looks without writing whether this program may open the file.
 *
 * @throws {DatabaseNewerError} It holds a migration that this program does not know.
 * @throws {MigrationChangedError} One that both know was edited after it was applied.
 * @throws {NotNewpiDatabaseError} It is another program's file.
 * @throws {DatabaseDamagedError} SQLite cannot read it.
 */
export function checkMigrations(path: string, migrations: readonly Migration[]): void {
  let size: number;
  try {
    size = Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (size === 0) return;
  const database = new Database(path, { readonly: true });
  try {
    const id = Number(database.prepare("PRAGMA application_id").value<[number]>()?.[0] ?? 0);
    const tables = Number(database.prepare("SELECT count(*) FROM sqlite_schema").value<[number]>()?.[0] ?? 0);
    if (tables === 0) return;
    if (id !== APPLICATION_ID) {
      throw new NotNewpiDatabaseError(`Cannot open "${path}": it is not a newpi database`);
    }
    const applied = database.prepare("SELECT name, checksum FROM migrations ORDER BY name").all<Applied>();
    for (const row of applied) refuseUnknown(path, row, migrations);
  } catch (error) {
    throw whyUnreadable(path, error) ?? error;
  } finally {
    database.close();
  }
}

/** node:sqlite gives no error number, so the message is all there is to tell by. */
function whyUnreadable(path: string, cause: unknown): AppError | undefined {
  const reason = cause instanceof Error ? cause.message : "";
  if (reason.includes("file is not a database")) {
    return new NotNewpiDatabaseError(`Cannot open "${path}": it is not a newpi database`, { cause });
  }
  if (!reason.includes("malformed")) return undefined;
  return new DatabaseDamagedError(`Cannot open "${path}": it is damaged. Nothing was changed.`, { cause });
}

function refuseUnknown(path: string, row: Applied, migrations: readonly Migration[]): void {
  const known = migrations.find((migration) => migration.name === row.name);
  if (known === undefined) {
    throw new DatabaseNewerError(
      `Cannot open "${path}": a newer newpi made it (it has ${row.name}). Nothing was changed; use that newer version.`,
    );
  }
  if (checksum(known.sql) !== row.checksum) {
    throw new MigrationChangedError(
      `Cannot open "${path}": ${row.name} is not the one that made it. Nothing was changed.`,
    );
  }
}

/** Applies what is missing, in name order, each in a transaction of its own. Call `checkMigrations` first. */
export function migrate(db: Db, migrations: readonly Migration[]): void {
  // Before the first table: a crash in between must not leave what looks like another program's file.
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.exec(
    "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, domain TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT",
  );
  const done = new Set(
    db.prepare("SELECT name FROM migrations").all<{ name: string }>().map((row) => row.name),
  );
  const remember = db.prepare(
    "INSERT INTO migrations (name, domain, checksum, applied_at) VALUES (?, ?, ?, ?)",
  );
  for (const { name, sql } of migrations) {
    if (done.has(name)) continue;
    const domain = /^-- domain: ([a-z]+)$/m.exec(sql)?.[1];
    if (domain === undefined) throw new RangeError(`Migration ${name} does not say its domain`);
    // Not durable: a power cut may take the newest ones away whole, and the next start applies them again.
    db.tx(() => {
      db.exec(sql);
      remember.run(name, domain, checksum(sql), timestamp());
    });
  }
}

/** Line ends do not count: a checkout on Windows may have changed them. */
function checksum(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
