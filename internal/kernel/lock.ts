/**
 * One holder per file, let go by the kernel when the process dies, also by SIGKILL.
 *
 * Deno 2.4.2 has no `tryLock`, so SQLite's own file lock is used: an exclusive transaction on an empty database
 * works the same on Linux, macOS and Windows. On POSIX such a lock belongs to the process and is dropped when any
 * descriptor of that file is closed: the holder must never open the lock file another way.
 *
 * @module
 */
import { Database } from "@db/sqlite";

export interface Lock extends Disposable {
  release(): void;
}

/** @returns undefined when another process holds it; never waits. */
export function tryLock(path: string): Lock | undefined {
  const database = openUnlessLocked(path);
  if (database === undefined) return undefined;
  if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o600);
  let held = true;
  function release() {
    if (held) database?.close();
    held = false;
  }
  return { release, [Symbol.dispose]: release };
}

function openUnlessLocked(path: string): Database | undefined {
  let database: Database | undefined;
  try {
    database = new Database(path);
    // `prepare`, since `exec` of the shim looks at the file again to count changes.
    for (const step of ["PRAGMA busy_timeout = 0", "PRAGMA journal_mode = MEMORY", "BEGIN EXCLUSIVE"]) {
      database.prepare(step).get();
    }
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}
