import assert from "node:assert/strict";
import { join } from "@std/path";
import { migrations } from "../../internal/kernel/assets.ts";
import { productSources, ROOT, source } from "./source.ts";
import { migrationViolations, sqlViolations, tableOwners, writeViolations } from "./tables.ts";

const real = migrations().map(({ name, sql }) => ({ path: `migrations/${name}`, sql }));

Deno.test("newpi's tables are written by their owner's store only", () => {
  assert.deepEqual(writeViolations(productSources(), tableOwners(real)), []);
  assert.deepEqual(migrationViolations(real), []);
});
Deno.test("newpi's tables belong to domains that exist", () => {
  const owners = new Set(tableOwners(real).values());
  assert.ok(owners.size > 0);
  for (const owner of owners) assert.ok(Deno.statSync(join(ROOT, "internal", owner)).isDirectory, owner);
});
Deno.test("newpi's SQL is in stores and views", () => assert.deepEqual(sqlViolations(productSources()), []));
Deno.test("newpi's SQL is recognised in every store", () => {
  const stores = productSources().filter(({ path }) => path.endsWith("/store.ts"));
  assert.ok(stores.length > 0);
  for (const { path, code } of stores) {
    assert.equal(sqlViolations([{ path: "internal/x/elsewhere.ts", code, bare: "" }]).length, 1, path);
  }
});

const log = {
  path: "migrations/0001_log.sql",
  sql: "-- domain: log\nCREATE TABLE events (id);\nCREATE TABLE cursors (a);\n",
};
const search = {
  path: "migrations/0002_s.sql",
  sql: "-- domain: search\nCREATE VIRTUAL TABLE words USING fts5(x);\n",
};

Deno.test("tableOwners() reads the domain of each table from the header", () => {
  const owners = tableOwners([log, search]);
  assert.deepEqual([...owners], [["events", "log"], ["cursors", "log"], ["words", "search"]]);
});
Deno.test("tableOwners() refuses a migration without a header", () => {
  assert.throws(() => tableOwners([{ path: "0009_x.sql", sql: "CREATE TABLE a (b);" }]), /0009_x\.sql/);
});
Deno.test("migrationViolations() refuses to change another domain's table", () => {
  const own = { path: "3.sql", sql: "-- domain: log\nALTER TABLE events ADD COLUMN b;\n" };
  const other = { path: "4.sql", sql: "-- domain: work\nALTER TABLE events ADD COLUMN b;\n" };
  assert.deepEqual(migrationViolations([log, own]), []);
  assert.equal(migrationViolations([log, other]).length, 1);
});

const writes = [
  "INSERT INTO events VALUES (1)",
  "INSERT OR IGNORE INTO events VALUES (1)",
  "insert into events values (1)",
  "REPLACE INTO events VALUES (1)",
  "UPDATE events SET a = 1",
  "UPDATE OR FAIL events SET a = 1",
  "DELETE FROM events",
  'DELETE FROM "events"',
  "WITH a AS (SELECT 1)\n    INSERT INTO\n      events SELECT * FROM a",
];
for (const sql of writes) {
  Deno.test(`writeViolations() lets only the owner's store run ${JSON.stringify(sql)}`, () => {
    const found = (path: string) =>
      writeViolations([source(path, `db.prepare(\`${sql}\`);`)], tableOwners([log]));
    assert.deepEqual(found("internal/log/store.ts"), []);
    assert.equal(found("internal/log/log.ts").length, 1);
    assert.equal(found("internal/work/store.ts").length, 1);
    assert.equal(found("cmd/doctor.ts").length, 1);
  });
}
const strange = [
  { name: "a table that no migration makes", code: 'db.exec("DELETE FROM nobody")' },
  { name: "a table whose name is put together", code: "db.exec(`DELETE FROM ${table}`)" },
  { name: "an update whose table is put together", code: "db.exec(`UPDATE ${table} SET a = 1`)" },
];
for (const { name, code } of strange) {
  Deno.test(`writeViolations() refuses ${name}, even in a store`, () => {
    assert.equal(writeViolations([source("internal/log/store.ts", code)], tableOwners([log])).length, 1);
  });
}
Deno.test("writeViolations() passes over reads and comments", () => {
  const text = '// DELETE FROM events\ndb.prepare("SELECT * FROM events FOR UPDATE");';
  assert.deepEqual(writeViolations([source("internal/work/mail.ts", text)], tableOwners([log])), []);
});

const speaksSql = [
  'db.prepare("SELECT 1");',
  "const q = `\n  SELECT a\n  FROM b`;",
  "const q = `WITH x AS (SELECT 1) SELECT * FROM x`;",
  'const q = "INSERT INTO a VALUES (1)";',
  'const q = "UPDATE a SET b = 1";',
  'const q = "DELETE FROM a";',
  'const q = "CREATE TABLE a (b)";',
  'const q = "PRAGMA user_version";',
  'db.exec("BEGIN IMMEDIATE");',
  "db.prepare(statement);",
];
for (const text of speaksSql) {
  Deno.test(`sqlViolations() refuses ${JSON.stringify(text)} outside of stores`, () => {
    const found = (path: string) => sqlViolations([source(path, text)]).length;
    assert.deepEqual(["internal/work/pool.ts", "cmd/items.ts", "internal/app/http/app.ts"].map(found), [
      1,
      1,
      1,
    ]);
    assert.deepEqual(
      ["internal/work/store.ts", "internal/views/board.ts", "internal/kernel/sqlite.ts"].map(found),
      [0, 0, 0],
    );
  });
}
Deno.test("sqlViolations() passes over plain words", () => {
  const text =
    '// SELECT 1\nconst a = "Select a task"; const b = { method: "DELETE" }; const c = "update it";';
  assert.deepEqual(sqlViolations([source("internal/work/pool.ts", text)]), []);
});
