import { Database } from "@db/sqlite";
import assert from "node:assert/strict";
import { fingerprint, tempDir } from "../../tests/support/temp.ts";
import {
  checkMigrations,
  DatabaseDamagedError,
  DatabaseNewerError,
  migrate,
  type Migration,
  MigrationChangedError,
  NotNewpiDatabaseError,
} from "./migrate.ts";
import { migrations as shipped } from "./assets.ts";
import { type Db, openDatabase } from "./sqlite.ts";

const one: Migration = { name: "0001_a.sql", sql: "-- domain: a\nCREATE TABLE a (x TEXT);\n" };
const two: Migration = { name: "0002_b.sql", sql: "-- domain: b\nALTER TABLE a ADD COLUMN y TEXT;\n" };
const broken: Migration = {
  name: "0003_c.sql",
  sql:
    "-- domain: c\nCREATE TABLE c (x TEXT);\nINSERT INTO c VALUES ('x');\nINSERT INTO nowhere VALUES (1);\n",
};

/** What a start does. */
function open(path: string, migrations: Migration[]): Db {
  checkMigrations(path, migrations);
  const db = openDatabase(path);
  migrate(db, migrations);
  return db;
}

const names = (db: Db) =>
  db.prepare("SELECT name FROM migrations ORDER BY name").all().map((row) => row.name);
const tables = (db: Db) =>
  db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all().map((row) =>
    row.name
  );

Deno.test("migrate() runs what is missing, in order, once", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  open(path, [one]).close();
  const db = open(path, [one, two]);
  migrate(db, [one, two]);
  assert.deepEqual(names(db), [one.name, two.name]);
  assert.equal(db.prepare("SELECT domain FROM migrations WHERE name = ?").get(two.name)?.domain, "b");
  db.exec("INSERT INTO a (x, y) VALUES ('1', '2')");
  db.close();
});

Deno.test("migrate() keeps nothing of a migration that fails, and all of those before it", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  assert.throws(() => open(path, [one, two, broken]), /nowhere/);
  const db = open(path, [one, two]);
  assert.deepEqual(names(db), [one.name, two.name]);
  assert.deepEqual(tables(db), ["a", "migrations"]);
  db.close();
});

Deno.test("migrate() refuses one that does not say whose it is", async () => {
  await using dir = await tempDir();
  const nobodys = { name: "0001_a.sql", sql: "CREATE TABLE a (x TEXT);" };
  assert.throws(() => open(dir.at("newpi.db"), [nobodys]), RangeError);
});

/** A process can be killed between any two statements. */
Deno.test("migrate() leaves after each statement a file that the next start can open", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  const db = openDatabase(path);
  let copies = 0;
  const copy = () => {
    copies += 1;
    for (const { name } of [...Deno.readDirSync(dir.path)]) {
      if (!/^newpi\.db(-wal)?$/.test(name)) continue;
      Deno.copyFileSync(dir.at(name), dir.at(name.replace("newpi", `copy${copies}`)));
    }
  };
  const watched: Db = {
    ...db,
    exec(sql) {
      db.exec(sql);
      copy();
    },
  };
  copy();
  migrate(watched, [one, two]);
  copy();
  db.close();
  assert.ok(copies > 2);
  for (let i = 1; i <= copies; i++) {
    const again = open(dir.at(`copy${i}.db`), [one, two]);
    assert.deepEqual(names(again), [one.name, two.name], `copy ${i}`);
    again.close();
  }
});

Deno.test("checkMigrations() lets pass what is not there, empty, older or the same", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  checkMigrations(path, [one]);
  assert.deepEqual(await contents(dir.path), []);
  await Deno.writeFile(path, new Uint8Array());
  checkMigrations(path, [one]);
  open(path, [one]).close();
  checkMigrations(path, [one]);
  checkMigrations(path, [one, two]);
});

Deno.test("checkMigrations() does not mind line ends", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  open(path, [one]).close();
  checkMigrations(path, [{ ...one, sql: one.sql.replaceAll("\n", "\r\n") }]);
});

function makeForeign(path: string): void {
  using database = new Database(path);
  database.exec("CREATE TABLE theirs (x TEXT); PRAGMA user_version = 3");
}

async function makeDamaged(path: string): Promise<void> {
  open(path, [one]).close();
  const bytes = await Deno.readFile(path);
  bytes.fill(0xaa, 100, bytes.length);
  await Deno.writeFile(path, bytes);
}

const refused = [
  {
    name: "one that a newer newpi made",
    make: (path: string) => open(path, [one, two]).close(),
    error: DatabaseNewerError,
    code: "DATABASE_NEWER",
    says: /0002_b\.sql/,
  },
  {
    name: "one whose migration was changed afterwards",
    make: (path: string) => open(path, [{ ...one, sql: `${one.sql}-- edited\n` }]).close(),
    error: MigrationChangedError,
    code: "MIGRATION_CHANGED",
    says: /0001_a\.sql/,
  },
  {
    name: "another program's",
    make: makeForeign,
    error: NotNewpiDatabaseError,
    code: "DATABASE_FOREIGN",
    says: /not a newpi database/,
  },
  {
    name: "what is no database",
    make: (path: string) => Deno.writeTextFile(path, "Dear diary, ".repeat(1000)),
    error: NotNewpiDatabaseError,
    code: "DATABASE_FOREIGN",
    says: /not a newpi database/,
  },
  {
    name: "a damaged one",
    make: makeDamaged,
    error: DatabaseDamagedError,
    code: "DATABASE_DAMAGED",
    says: /damaged/,
  },
];
for (const { name, make, error, code, says } of refused) {
  Deno.test(`checkMigrations() refuses ${name} and touches nothing`, async () => {
    await using dir = await tempDir();
    const path = dir.at("newpi.db");
    await make(path);
    const before = await contents(dir.path);
    assert.throws(() => checkMigrations(path, [one]), (thrown) => {
      assert.ok(thrown instanceof error, String(thrown));
      assert.equal(thrown.code, code);
      assert.match(thrown.message, says);
      assert.ok(thrown.message.includes(path));
      return true;
    });
    assert.deepEqual(await contents(dir.path), before);
  });
}

/** SQLite may leave its index and an empty write-ahead log behind, which say nothing. */
async function contents(folder: string): Promise<string[]> {
  const files = Object.entries(await fingerprint(folder));
  return files.filter(([name, hash]) => !name.endsWith("-shm") && hash !== EMPTY).flat();
}
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Deno.test("checkMigrations() refuses without touching also what lies in the write-ahead log of a crash", async () => {
  await using dir = await tempDir();
  const path = dir.at("newpi.db");
  const db = open(path, [one, two]);
  await using crashed = await tempDir();
  for (const end of ["", "-wal"]) {
    await Deno.copyFile(`${path}${end}`, `${crashed.at("newpi.db")}${end}`);
  }
  db.close();
  const before = await contents(crashed.path);
  assert.equal(before.length, 4);
  assert.throws(() => checkMigrations(crashed.at("newpi.db"), [one]), DatabaseNewerError);
  assert.deepEqual(await contents(crashed.path), before);
});

Deno.test("migrations() that are shipped make a whole database of a new file", async () => {
  await using dir = await tempDir();
  const db = open(dir.at("newpi.db"), shipped());
  assert.deepEqual(
    tables(db).filter((name) => !String(name).startsWith("sqlite_")),
    ["cursors", "events", "log_meta", "migrations", "runs", "threads", "work_items"],
  );
  assert.deepEqual(db.prepare("PRAGMA integrity_check").all(), [{ integrity_check: "ok" }]);
  assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
  db.close();
});
