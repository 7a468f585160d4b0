/** How SQLite answers the statements that a piece of code really runs. @module */
import assert from "node:assert/strict";
import type { Db } from "../../internal/kernel/sqlite.ts";

/** A connection that remembers the statements that were run on it. */
export function listening(db: Db): { watched: Db; ran: Set<string> } {
  const ran = new Set<string>();
  const prepare: Db["prepare"] = (sql) => {
    const statement = db.prepare(sql);
    return new Proxy(statement, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          ran.add(sql);
          return Reflect.apply(member, target, args);
        };
      },
    });
  };
  return { watched: { ...db, prepare }, ran };
}

/**
 * No walk over a whole table but that of tasks in their order, no sorting of more than a page, and hidden messages
 * found by their own index.
 */
export function assertQuick(db: Db, statements: Iterable<string>): void {
  for (const sql of statements) {
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>().map((row) => row.detail);
    const plan = `${sql}\n${steps.join("\n")}`;
    for (const step of steps) {
      assert.doesNotMatch(step, /^SCAN (?!\(|w USING INDEX work_items_by_update)/, plan);
      assert.doesNotMatch(step, /TEMP B-TREE FOR ORDER BY/, plan);
      if (/^SEARCH r /.test(step)) assert.match(step, /events_redactions|runs|autoindex/, plan);
    }
  }
}
