import assert from "node:assert/strict";
import { Database } from "@db/sqlite";
import { toFileUrl } from "@std/path";

function withTable(): Database {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, x)");
  return db;
}

function onDisk(): { path: string; [Symbol.dispose](): void } {
  const dir = Deno.makeTempDirSync();
  return { path: `${dir}/a.db`, [Symbol.dispose]: () => Deno.removeSync(dir, { recursive: true }) };
}

const count = (db: Database) => db.prepare("SELECT count(*) FROM t").value<[number]>()?.[0];

const bindings = [
  { name: "a whole number as an integer", value: 3, want: ["integer", 3] },
  { name: "a fraction as a real", value: 1.5, want: ["real", 1.5] },
  { name: "a number past 32 bits exactly", value: 2 ** 52 + 1, want: ["integer", 2 ** 52 + 1] },
  { name: "a bigint as an integer", value: 7n, want: ["integer", 7] },
  { name: "true as 1", value: true, want: ["integer", 1] },
  { name: "false as 0", value: false, want: ["integer", 0] },
  { name: "a date as its ISO text", value: new Date(0), want: ["text", "1970-01-01T00:00:00.000Z"] },
  { name: "undefined as NULL", value: undefined, want: ["null", null] },
  { name: "null as NULL", value: null, want: ["null", null] },
  { name: "not-a-number as NULL", value: NaN, want: ["null", null] },
  { name: "an empty text as text", value: "", want: ["text", ""] },
  { name: "bytes as a blob", value: new Uint8Array([1, 2]), want: ["blob", new Uint8Array([1, 2])] },
];
for (const { name, value, want } of bindings) {
  Deno.test(`Statement binds ${name}, by place and by name`, () => {
    using db = new Database(":memory:");
    assert.deepEqual(db.prepare("SELECT typeof(?1), ?1").value(value), want);
    assert.deepEqual(db.prepare("SELECT typeof(?), ?").value([value, value]), want);
    assert.deepEqual(db.prepare("SELECT typeof(:v), :v").value({ v: value }), want);
  });
}

Deno.test("Statement refuses what cannot be stored", () => {
  using db = new Database(":memory:");
  const statement = db.prepare("SELECT ?");
  const refused: unknown[] = [Symbol("s"), () => 1, { a: 1 }];
  for (const value of refused) assert.throws(() => statement.get([value as string]), TypeError);
});
Deno.test("Statement refuses a name or a place it does not have", () => {
  using db = new Database(":memory:");
  assert.throws(() => db.prepare("SELECT :a").get({ b: 1 }), /parameter/);
  assert.throws(() => db.prepare("SELECT ?").get(1, 2), /range/);
});
Deno.test("Statement forgets the values of the run before", () => {
  using db = new Database(":memory:");
  const statement = db.prepare("SELECT ? AS a, ? AS b");
  statement.get(1, 2);
  assert.deepEqual(statement.get(3), { a: 3, b: null });
});
Deno.test("Statement refuses to round an integer that a number cannot hold", () => {
  using db = new Database(":memory:");
  const big = 9007199254740993n;
  assert.throws(() => db.prepare("SELECT ?").get(big), /too large/);
  assert.deepEqual(db.prepare("SELECT CAST(? AS TEXT)").value(big), [big.toString()]);
});

Deno.test("Statement.run() tells how many rows it changed", () => {
  using db = withTable();
  assert.equal(db.prepare("INSERT INTO t (x) VALUES (?), (?)").run("a", "b"), 2);
  assert.equal(db.prepare("UPDATE t SET x = 'c' WHERE x = 'nobody'").run(), 0);
  assert.equal(db.prepare("DELETE FROM t").run(), 2);
});
Deno.test("Statement.get() gives a plain object, or undefined without a row", () => {
  using db = withTable();
  const byId = db.prepare("SELECT id, x FROM t WHERE id = ?");
  db.prepare("INSERT INTO t VALUES (1, 'a')").run();
  assert.deepEqual(byId.get<{ id: number; x: string }>(1), { id: 1, x: "a" });
  assert.equal(byId.get(2), undefined);
});
Deno.test("Statement.get() runs an INSERT with RETURNING once", () => {
  using db = withTable();
  assert.deepEqual(db.prepare("INSERT INTO t (x) VALUES (?) RETURNING id").get("a"), { id: 1 });
  assert.equal(count(db), 1);
});
Deno.test("Statement.all(), values() and value() give rows as objects and as arrays", () => {
  using db = withTable();
  db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  const rows = db.prepare("SELECT id, x FROM t ORDER BY id");
  assert.deepEqual(rows.all(), [{ id: 1, x: "a" }, { id: 2, x: "b" }]);
  assert.deepEqual(rows.values(), [[1, "a"], [2, "b"]]);
  assert.deepEqual(rows.value(), [1, "a"]);
  assert.deepEqual(db.prepare("SELECT id FROM t WHERE id > 9").all(), []);
  assert.equal(db.prepare("SELECT id FROM t WHERE id > 9").value(), undefined);
});
Deno.test("Statement.iter() stops reading when its loop is left", () => {
  using db = withTable();
  db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  const rows = db.prepare("SELECT id FROM t WHERE id > ? ORDER BY id");
  for (const row of rows.iter<{ id: number }>(1)) {
    assert.equal(row.id, 2);
    break;
  }
  db.exec("DROP TABLE t"); // refused as long as a read is open
});
Deno.test("Statement.iter() reads again after its loop was left, and while another loop runs", () => {
  using db = withTable();
  db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  const rows = db.prepare("SELECT id FROM t ORDER BY id");
  for (const _ of rows.iter()) break;
  const pairs = [...rows.iter<{ id: number }>()].map(({ id }) => [id, [...rows.iter()].length]);
  assert.deepEqual(pairs, [[1, 3], [2, 3], [3, 3]]);
});
Deno.test("Statement is iterable", () => {
  using db = withTable();
  db.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  assert.deepEqual([...db.prepare("SELECT x FROM t ORDER BY id")], [{ x: "a" }, { x: "b" }]);
});
Deno.test("Statement.finalize() may be called twice, and nothing else after it", () => {
  using db = withTable();
  const statement = db.prepare("SELECT 1");
  statement.finalize();
  statement.finalize();
  assert.throws(() => statement.get(), /finalized/);
});

Deno.test("Database.exec() runs many statements, or one with parameters, and counts the changes of the last", () => {
  using db = withTable();
  assert.equal(db.exec("INSERT INTO t (x) VALUES (1); INSERT INTO t (x) VALUES (2), (3)"), 2);
  assert.equal(db.exec("DELETE FROM t WHERE x = ?", 1), 1);
  assert.equal(db.exec("INSERT INTO t (x) VALUES (:x)", { x: 4 }), 1);
  assert.equal(count(db), 3);
});
Deno.test("Database counts changes and knows the last row id, also after RETURNING", () => {
  using db = withTable();
  db.prepare("INSERT INTO t VALUES (41, 'a') RETURNING id").get();
  assert.deepEqual([db.changes, db.lastInsertRowId, db.totalChanges], [1, 41, 1]);
  db.exec("UPDATE t SET x = 'b'");
  assert.deepEqual([db.changes, db.lastInsertRowId, db.totalChanges], [1, 41, 2]);
});

const unpreparable = [
  { name: "a missing table", sql: "INSERT INTO nope VALUES (1)", reason: /no such table: nope/ },
  { name: "a missing column", sql: "SELECT y FROM t", reason: /no such column: y/ },
  { name: "broken syntax", sql: "SELEC 1", reason: /near "SELEC": syntax error/ },
  { name: "a comment before broken syntax", sql: "-- why\nSELEC 1", reason: /near "SELEC": syntax error/ },
];
for (const { name, sql, reason } of unpreparable) {
  Deno.test(`Database.prepare() says the SQL and the reason for ${name}`, () => {
    using db = withTable();
    assert.throws(
      () => db.prepare(sql),
      (error: Error) => error.message.includes(sql) && reason.test(error.message),
    );
  });
}
Deno.test("Database.prepare() runs nothing while it looks for the reason", () => {
  using db = withTable();
  assert.throws(() => db.prepare("SELEC 1; INSERT INTO t (x) VALUES (1)"));
  assert.equal(count(db), 0);
});

Deno.test("Database.transaction() commits, passes arguments and returns the result", () => {
  using db = withTable();
  const insert = db.prepare("INSERT INTO t (x) VALUES (?)");
  const add = db.transaction((a: number, b: number) => insert.run(a) + insert.run(b));
  assert.equal(add(1, 2), 2);
  assert.equal(add.immediate(3, 4), 2);
  assert.equal(count(db), 4);
  assert.equal(db.inTransaction, false);
});
Deno.test("Database.transaction() rolls back and throws the same error", () => {
  using db = withTable();
  const bad = new Error("no");
  const fail = db.transaction(() => {
    db.exec("INSERT INTO t (x) VALUES (1)");
    throw bad;
  });
  assert.throws(fail, (error) => error === bad);
  assert.equal(count(db), 0);
  assert.equal(db.inTransaction, false);
});
Deno.test("Database.transaction() nests: an inner failure that is caught undoes only the inner part", () => {
  using db = withTable();
  const insert = db.prepare("INSERT INTO t (x) VALUES (?)");
  db.transaction(() => {
    insert.run("outer");
    assert.throws(db.transaction(() => {
      insert.run("inner");
      db.transaction(() => insert.run("innermost"))();
      throw new Error("no");
    }));
    assert.equal(db.inTransaction, true);
    insert.run("after");
  })();
  assert.deepEqual(db.prepare("SELECT x FROM t ORDER BY id").values(), [["outer"], ["after"]]);
});
Deno.test("Database.transaction() joins a transaction that was begun by hand", () => {
  using db = withTable();
  db.exec("BEGIN");
  db.transaction(() => db.exec("INSERT INTO t (x) VALUES (1)"))();
  assert.equal(db.inTransaction, true);
  db.exec("ROLLBACK");
  assert.equal(count(db), 0);
});
Deno.test("Database.transaction() survives a transaction that SQLite ended by itself", () => {
  using db = withTable();
  const stop = db.transaction(() => db.exec("INSERT OR ROLLBACK INTO t VALUES (1, 'a'), (1, 'b')"));
  assert.throws(stop, /UNIQUE/);
  assert.equal(db.inTransaction, false);
  db.transaction(() => db.exec("INSERT INTO t (x) VALUES (1)"))();
  assert.equal(count(db), 1);
});
Deno.test("Database.transaction() rolls back when the commit is refused", () => {
  using db = withTable();
  db.exec("CREATE TABLE child (t INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)");
  assert.throws(db.transaction(() => db.exec("INSERT INTO child VALUES (9)")), /FOREIGN KEY/);
  assert.equal(db.inTransaction, false);
});

Deno.test("Database opens by path or URL and keeps what was written", () => {
  using file = onDisk();
  {
    using db = new Database(toFileUrl(file.path));
    db.exec("CREATE TABLE t (x); INSERT INTO t VALUES ('kept')");
  }
  using db = new Database(file.path, { create: false });
  assert.equal(db.path, file.path);
  assert.deepEqual(db.prepare("SELECT x FROM t").value(), ["kept"]);
});
Deno.test("Database with create: false does not make a file", () => {
  using file = onDisk();
  assert.throws(() => new Database(file.path, { create: false }));
  assert.throws(() => new Database(file.path, { readonly: true }));
  assert.throws(() => Deno.statSync(file.path), Deno.errors.NotFound);
});
Deno.test("Database that is readonly refuses to write", () => {
  using file = onDisk();
  new Database(file.path)[Symbol.dispose]();
  using writer = new Database(file.path);
  writer.exec("CREATE TABLE t (x)");
  using reader = new Database(file.path, { readonly: true });
  assert.equal(count(reader), 0);
  assert.throws(() => reader.exec("INSERT INTO t VALUES (1)"), /readonly/);
});
Deno.test("Database.close() may be called twice and refuses all else after it", () => {
  const db = withTable();
  const statement = db.prepare("SELECT 1");
  db.close();
  db.close();
  assert.deepEqual([db.open, db.inTransaction], [false, false]);
  assert.throws(() => db.prepare("SELECT 1"));
  assert.throws(() => statement.get(), /closed/);
  assert.throws(() => db.changes, /closed/);
});
Deno.test("Database.close() leaves no file beside the database, even with statements alive", () => {
  using file = onDisk();
  const db = new Database(file.path);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x)");
  const insert = db.prepare("INSERT INTO t VALUES (?)");
  insert.run(1);
  db.close();
  assert.throws(() => Deno.statSync(`${file.path}-wal`), Deno.errors.NotFound);
  insert.finalize();
});
