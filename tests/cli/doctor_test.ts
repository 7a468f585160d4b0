import { Database } from "@db/sqlite";
import assert from "node:assert/strict";
import { type Cli, openCli } from "../support/binary.ts";
import { fingerprint } from "../support/temp.ts";

interface Check {
  name: string;
  ok: boolean;
  detail: string;
  advice?: string;
}

async function examine(cli: Cli): Promise<{ code: number; bad: Check[]; checks: Check[] }> {
  const { code, json } = await cli.run(["doctor", "--json"]);
  const { ok, checks } = json() as { ok: boolean; checks: Check[] };
  assert.equal(ok, code === 0);
  const bad = checks.filter((check) => !check.ok);
  for (const check of bad) assert.ok(check.advice, `${check.name} does not say what to do: ${check.detail}`);
  return { code, bad, checks };
}

/** A home that was used, with nothing running. */
async function usedHome(): Promise<Cli> {
  const cli = await openCli();
  const served = await cli.serve();
  await fetch(`${served.url}/api/settings/roles`, {
    method: "PUT",
    headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
    body: '{"roles":{"primary":{"agent":"demo"}}}',
  }).then((answer) => answer.body?.cancel());
  await served.stop();
  return cli;
}

Deno.test("doctor has nothing to say of a home that is not there, nor makes it", async () => {
  await using cli = await openCli();
  const { code, bad } = await examine(cli);
  assert.deepEqual([code, bad], [0, []]);
  await assert.rejects(Deno.stat(cli.home.root), Deno.errors.NotFound);
});

Deno.test("doctor finds a used home well, running or not, and changes nothing", async () => {
  await using cli = await usedHome();
  const before = await fingerprint(cli.home.root);
  const { code, checks } = await examine(cli);
  assert.equal(code, 0);
  assert.deepEqual(checks.map(({ name }) => name), [
    "home",
    "permissions",
    "environment",
    "settings",
    "runtime",
    "database",
    "log",
  ]);
  const { "newpi.db-shm": _shm, "newpi.db-wal": _wal, ...after } = await fingerprint(cli.home.root);
  assert.deepEqual(after, before);
  const served = await cli.serve();
  const running = (await examine(cli)).checks.find(({ name }) => name === "runtime");
  assert.equal(running?.detail, `running as process ${served.pid} at ${served.url}`);
  const text = await cli.run(["doctor"]);
  assert.match(text.stdout, /All is well\.\n$/);
  await served.stop();
});

Deno.test("doctor sees a home that nothing can be kept in", async () => {
  await using cli = await openCli();
  await Deno.writeTextFile(cli.home.root, "a file");
  const { code, bad } = await examine(cli);
  assert.equal(code, 1);
  assert.deepEqual(bad.map(({ name, advice }) => [name, advice]), [
    ["home", "set NEWPI_HOME to a folder that you may write to"],
  ]);
  const items = await cli.run(["items"]);
  assert.match(items.stderr, /^newpi: [^\n]*\[SYSTEM_REFUSED\]\n$/);
});

Deno.test("doctor sees who else may read, and says how to close it", async () => {
  if (Deno.build.os === "windows") return;
  await using cli = await usedHome();
  await Deno.chmod(cli.home.settings, 0o644);
  await Deno.chmod(cli.home.cookieKey, 0o640);
  const { code, bad: [home] } = await examine(cli);
  assert.equal(code, 1);
  assert.equal(home?.advice, `chmod go-rwx "${cli.home.settings}" "${cli.home.cookieKey}"`);
  await new Deno.Command("sh", { args: ["-c", home?.advice ?? ""] }).output();
  assert.equal((await examine(cli)).code, 0);
});

Deno.test("doctor sees a settings file that cannot be read, and so does a start", async () => {
  await using cli = await usedHome();
  await Deno.writeTextFile(cli.home.settings, '{"roles": ');
  const { bad } = await examine(cli);
  assert.deepEqual(bad.map(({ name }) => name), ["settings"]);
  const { code, stderr } = await cli.run(["serve", "--addr", "127.0.0.1:0"]);
  assert.deepEqual([code, /\[SETTINGS_UNREADABLE\]/.test(stderr)], [2, true]);
  assert.equal(await Deno.readTextFile(cli.home.settings), '{"roles": ');
});

const databases: {
  name: string;
  change: (path: string) => void | Promise<void>;
  code: string;
  says: RegExp;
}[] = [
  {
    name: "a newer newpi made",
    change(path) {
      using database = new Database(path);
      database.exec(
        "INSERT INTO migrations VALUES ('9999_later.sql', 'later', 'x', '2027-01-01T00:00:00.000Z')",
      );
    },
    code: "DATABASE_NEWER",
    says: /9999_later\.sql/,
  },
  {
    name: "has a changed migration",
    change(path) {
      using database = new Database(path);
      database.exec("UPDATE migrations SET checksum = 'other' WHERE name = '0001_log.sql'");
    },
    code: "MIGRATION_CHANGED",
    says: /0001_log\.sql/,
  },
  {
    name: "another program made",
    change(path) {
      using database = new Database(path);
      database.exec("PRAGMA application_id = 42");
    },
    code: "DATABASE_FOREIGN",
    says: /not a newpi database/,
  },
  {
    name: "is no database",
    change: (path) => Deno.writeTextFile(path, "hello ".repeat(1000)),
    code: "DATABASE_FOREIGN",
    says: /not a newpi database/,
  },
  {
    name: "lies in ruins",
    async change(path) {
      const bytes = await Deno.readFile(path);
      bytes.fill(0xaa, 100);
      await Deno.writeFile(path, bytes);
    },
    code: "DATABASE_DAMAGED",
    says: /damaged/,
  },
];
for (const { name, change, code, says } of databases) {
  Deno.test(`a database that ${name} is named by doctor, refused by everything else, and not touched`, async () => {
    await using cli = await usedHome();
    await change(cli.home.database);
    const before = (await fingerprint(cli.home.root))["newpi.db"];
    const { bad } = await examine(cli);
    assert.deepEqual(bad.map((check) => check.name), ["database"]);
    assert.match(bad[0]?.detail ?? "", says);
    for (const args of [["serve", "--addr", "127.0.0.1:0"], ["events"]]) {
      const { code: exit, stderr } = await cli.run(args);
      assert.notEqual(exit, 0);
      assert.match(stderr, new RegExp(`\\[${code}\\]`), args[0]);
      assert.match(stderr, says);
    }
    const chat = await cli.run(["chat", "--agent", "demo", "hi"]);
    assert.equal(chat.code, 6);
    assert.match(chat.stderr, says, "a command that starts one in the background says why it could not");
    assert.equal((await fingerprint(cli.home.root))["newpi.db"], before);
  });
}

Deno.test("doctor sees a page of the database that a bad disk has changed", async () => {
  await using cli = await usedHome();
  let page = 0;
  let size = 0;
  {
    using database = new Database(cli.home.database);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const row = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'events_by_kind'").get<
      { rootpage: number }
    >();
    page = row?.rootpage ?? 0;
    size = database.prepare("PRAGMA page_size").get<{ page_size: number }>()?.page_size ?? 0;
  }
  {
    using file = await Deno.open(cli.home.database, { write: true });
    await file.seek(page * size - 100, Deno.SeekMode.Start);
    await file.write(new Uint8Array(100).fill(0xa5));
  }
  const { code, bad } = await examine(cli);
  assert.equal(code, 1);
  assert.ok(
    bad.some(({ name, detail }) => name === "database" && /\[DATABASE_DAMAGED\]/.test(detail)),
    JSON.stringify(bad),
  );
});

Deno.test("doctor sees a log and tables that tell different stories", async () => {
  await using cli = await usedHome();
  {
    using database = new Database(cli.home.database);
    database.exec("INSERT INTO cursors VALUES ('mailbox:primary', 999, '2027-01-01T00:00:00.000Z')");
  }
  const { bad } = await examine(cli);
  assert.deepEqual(bad.map(({ name }) => name), ["log"]);
  assert.match(bad[0]?.detail ?? "", /cursor mailbox:primary is past the end of the log \[CURSOR_AHEAD\]/);
});

Deno.test("doctor sees that somebody holds the lock and does not answer", async () => {
  await using cli = await usedHome();
  using holder = new Database(cli.home.lock);
  holder.exec("BEGIN EXCLUSIVE");
  const { bad } = await examine(cli);
  assert.deepEqual(bad.map(({ name }) => name), ["runtime"]);
  assert.match(bad[0]?.detail ?? "", /the lock is held and nobody answers/);
  const { code, stderr } = await cli.run(["serve", "--addr", "127.0.0.1:0"]);
  assert.deepEqual([code, /\[RUNTIME_BUSY\]/.test(stderr)], [5, true]);
});
