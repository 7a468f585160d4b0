import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { checkpoint, type Db, openDatabase, openReadOnly, StorageFullError } from "./sqlite.ts";

async function withTable(run: (db: Db, path: string) => void): Promise<void> {
  await using dir = await tempDir();
  const path = dir.at("test.db");
  const db = openDatabase(path);
  try {
    db.exec("CREATE TABLE notes (text TEXT NOT NULL) STRICT");
    run(db, path);
  } finally {
    db.close();
  }
}

const add = (db: Db, text: string) => db.prepare("INSERT INTO notes (text) VALUES (?)").run(text);
const notes = (db: Db) => db.prepare("SELECT text FROM notes ORDER BY rowid").all().map((row) => row.text);
const synchronous = (db: Db) => db.prepare("PRAGMA synchronous").get()?.synchronous;
const [NORMAL, FULL] = [1, 2];

function fail(): never {
  throw new Error("on purpose");
}

Deno.test("openDatabase() sets what newpi relies on", () =>
  withTable((db, path) => {
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    assert.deepEqual(
      ["journal_mode", "synchronous", "foreign_keys", "auto_vacuum"].map(pragma),
      ["wal", NORMAL, 1, 2],
    );
    if (Deno.build.os !== "windows") {
      for (const file of [path, `${path}-wal`, `${path}-shm`]) {
        assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600, file);
      }
    }
  }));

Deno.test("openDatabase() says every hundred commits that its log has grown, and checkpoint() empties that", async () => {
  await using dir = await tempDir();
  const path = dir.at("test.db");
  let grown = 0;
  const db = openDatabase(path, () => grown += 1);
  try {
    db.exec("CREATE TABLE notes (text TEXT NOT NULL) STRICT");
    const text = "x".repeat(10_000);
    for (let i = 0; i < 250; i++) db.tx(() => add(db, text));
    assert.equal(grown, 2);
    assert.ok(Deno.statSync(path).size < 100_000, "the writer itself has moved nothing");
    checkpoint(path);
    assert.ok(Deno.statSync(path).size > 2_500_000);
    assert.equal(notes(db).length, 250);
  } finally {
    db.close();
  }
});

Deno.test("openReadOnly() reads and refuses every write", () =>
  withTable((db, path) => {
    add(db, "a");
    const reader = openReadOnly(path);
    assert.deepEqual(notes(reader), ["a"]);
    assert.throws(() => add(reader, "b"), /readonly/);
    assert.throws(() => reader.exec("PRAGMA query_only = OFF; DELETE FROM notes"), /readonly/);
    reader.close();
    assert.deepEqual(notes(db), ["a"]);
  }));

Deno.test("tx() commits and returns what the function returns", () =>
  withTable((db, path) => {
    assert.equal(db.tx(() => add(db, "a")), 1);
    const other = openReadOnly(path);
    assert.deepEqual(notes(other), ["a"]);
    other.close();
    assert.equal(db.inTransaction, false);
  }));

Deno.test("tx() undoes everything when the function throws", () =>
  withTable((db) => {
    assert.throws(() =>
      db.tx(() => {
        add(db, "a");
        db.tx(() => add(db, "b"));
        fail();
      }), /on purpose/);
    assert.deepEqual(notes(db), []);
    assert.equal(db.inTransaction, false);
    db.tx(() => add(db, "c"));
    assert.deepEqual(notes(db), ["c"]);
  }));

Deno.test("tx() inside another undoes only itself when its error is caught", () =>
  withTable((db) => {
    db.tx(() => {
      add(db, "a");
      assert.throws(() =>
        db.tx(() => {
          add(db, "b");
          db.tx(() => add(db, "c"));
          fail();
        })
      );
      assert.equal(db.inTransaction, true);
      db.tx(() => add(db, "d"));
    });
    assert.deepEqual(notes(db), ["a", "d"]);
  }));

const awaiting = [
  { name: "", nest: (db: Db, fn: () => unknown) => void db.tx(fn) },
  { name: "inside another ", nest: (db: Db, fn: () => unknown) => db.tx(() => void db.tx(fn)) },
];
for (const { name, nest } of awaiting) {
  Deno.test(`tx() ${name}refuses a function that awaits`, () =>
    withTable((db) => {
      const fn = () => {
        add(db, "a");
        return Promise.resolve();
      };
      assert.throws(() => nest(db, fn), TypeError);
      assert.deepEqual(notes(db), []);
    }));
}

Deno.test("tx() passes on what a refused commit says and leaves nothing open", () =>
  withTable((db) => {
    db.exec("CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT");
    db.exec(
      "CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED) STRICT",
    );
    let told = false;
    assert.throws(() =>
      db.tx(() => {
        db.afterCommit(() => told = true);
        db.exec("INSERT INTO children (id) VALUES (7)");
      }), /FOREIGN KEY/);
    assert.equal(told, false);
    db.tx(() => add(db, "later"));
    assert.deepEqual(db.prepare("SELECT id FROM children").all(), []);
  }));

Deno.test("afterCommit() tells in order, once the change can be read by others", () =>
  withTable((db, path) => {
    const seen: unknown[] = [];
    const other = openReadOnly(path);
    db.tx(() => {
      add(db, "a");
      db.afterCommit(() => seen.push("first", notes(other), db.inTransaction));
      db.tx(() => db.afterCommit(() => seen.push("second")));
      db.afterCommit(() => seen.push("third"));
      assert.deepEqual(seen, []);
    });
    other.close();
    assert.deepEqual(seen, ["first", ["a"], false, "second", "third"]);
  }));

Deno.test("afterCommit() may open a transaction of its own", () =>
  withTable((db) => {
    db.tx(() => db.afterCommit(() => db.tx(() => db.afterCommit(() => db.tx(() => add(db, "deep"))))));
    assert.deepEqual(notes(db), ["deep"]);
  }));

Deno.test("afterCommit() tells nothing when the transaction fails, nor in the next one", () =>
  withTable((db) => {
    const seen: string[] = [];
    assert.throws(() =>
      db.tx(() => {
        db.afterCommit(() => seen.push("lost"));
        fail();
      })
    );
    db.tx(() => db.afterCommit(() => seen.push("kept")));
    assert.deepEqual(seen, ["kept"]);
  }));

Deno.test("afterCommit() forgets what a savepoint asked for that was rolled back, and only that", () =>
  withTable((db) => {
    const seen: string[] = [];
    db.tx(() => {
      db.afterCommit(() => seen.push("before"));
      assert.throws(() =>
        db.tx(() => {
          db.tx(() => db.afterCommit(() => seen.push("deeper")));
          db.afterCommit(() => seen.push("inner"));
          fail();
        })
      );
      db.afterCommit(() => seen.push("after"));
    });
    assert.deepEqual(seen, ["before", "after"]);
  }));

Deno.test("afterCommit() keeps the change, and tells the others, when one of them throws", () =>
  withTable((db) => {
    const faults: unknown[] = [];
    const told: string[] = [];
    const hear = (event: ErrorEvent) => {
      event.preventDefault();
      faults.push(event.error.message);
    };
    addEventListener("error", hear);
    try {
      db.tx(() => {
        add(db, "kept");
        db.afterCommit(fail);
        db.afterCommit(() => told.push("other"));
      });
    } finally {
      removeEventListener("error", hear);
    }
    assert.deepEqual([notes(db), told, faults], [["kept"], ["other"], ["on purpose"]]);
  }));

Deno.test("afterCommit() works only inside a transaction", () =>
  withTable((db) => assert.throws(() => db.afterCommit(() => {}), RangeError)));

Deno.test("tx() is on disk before it returns when durable, from the first time on", () =>
  withTable((db) => {
    for (const time of [1, 2, 3]) {
      db.tx(() => assert.equal(synchronous(db), FULL, `time ${time}`), { durable: true });
      assert.equal(synchronous(db), NORMAL);
      db.tx(() => assert.equal(synchronous(db), NORMAL, `time ${time}`));
    }
  }));

Deno.test("tx() goes back to the fast way after a durable one that failed", () =>
  withTable((db, path) => {
    assert.throws(() => db.tx(fail, { durable: true }));
    assert.equal(synchronous(db), NORMAL);
    const other = openDatabase(path);
    db.exec("PRAGMA busy_timeout = 0");
    other.tx(() => assert.throws(() => db.tx(() => {}, { durable: true }), /locked/));
    other.close();
    assert.equal(synchronous(db), NORMAL);
    assert.equal(db.inTransaction, false);
  }));

Deno.test("tx() says with a stable code that the disk is full, and works again when there is space", () =>
  withTable((db) => {
    const page = "x".repeat(4096);
    db.tx(() => add(db, "before"));
    const [used] = db.prepare("PRAGMA page_count").value<[number]>() ?? [0];
    db.exec(`PRAGMA max_page_count = ${used + 2}`);
    const fill = () =>
      db.tx(() => {
        for (let i = 0; i < 8; i++) add(db, page);
      }, { durable: true });
    assert.throws(fill, (error) => {
      assert.ok(error instanceof StorageFullError);
      assert.equal(error.kind, "unavailable");
      assert.equal(error.code, "STORAGE_FULL");
      return true;
    });
    assert.throws(() => db.tx(fill), StorageFullError);
    assert.equal(db.inTransaction, false);
    assert.equal(synchronous(db), NORMAL);
    assert.deepEqual(notes(db), ["before"]);
    db.exec("PRAGMA max_page_count = 100000");
    fill();
    assert.equal(notes(db).length, 9);
  }));
