/** The database for commands that only look: it works with and without a running newpi. @module */
import { migrations } from "../internal/kernel/assets.ts";
import { checkMigrations } from "../internal/kernel/migrate.ts";
import type { Home } from "../internal/kernel/paths.ts";
import { type Db, openReadOnly } from "../internal/kernel/sqlite.ts";

/** @returns undefined when nothing was ever stored. @throws What `checkMigrations` refuses. */
export function look<T>(home: Home, read: (db: Db) => T): T | undefined {
  try {
    Deno.statSync(home.database);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  checkMigrations(home.database, migrations());
  const db = openReadOnly(home.database);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
