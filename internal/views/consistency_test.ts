import assert from "node:assert/strict";
import { answered, finished, said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import { openEngine } from "../../tests/support/engine.ts";
import { effects } from "../../tests/support/scripted_driver.ts";
import { newId } from "../kernel/ids.ts";
import { openReadOnly } from "../kernel/sqlite.ts";
import { findContradictions, findDamage } from "./mod.ts";

const codes = ({ db }: TestDatabase) => findContradictions(db).map(({ code }) => code);
const runId = newId("run_");
const workItemId = newId("wi_");

function insertRun({ db }: TestDatabase, status: "running" | "finished"): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('runs')").all().map((row) =>
    String(row.name)
  );
  const values: Record<string, string | null> = {
    id: runId,
    kind: "worker",
    work_item_id: workItemId,
    owner: `manager:${workItemId}`,
    agent: "demo",
    route: '{"agent":"demo"}',
    status,
    outcome: status === "finished" ? "lost" : null,
    root: newId("ev_"),
    created_at: "2026-01-01T00:00:00.000Z",
  };
  const used = columns.filter((name) => name in values);
  db.prepare(`INSERT INTO runs (${used.join(", ")}) VALUES (${used.map(() => "?").join(", ")})`)
    .run(...used.map((name) => values[name]));
}

const contradictions: { code: string; make: (test: TestDatabase) => void }[] = [
  { code: "RUN_END_MISSING", make: (test) => insertRun(test, "finished") },
  {
    code: "RUN_END_UNTOLD",
    make: (test) => {
      insertRun(test, "running");
      test.append(finished(runId));
    },
  },
  { code: "RUN_START_MISSING", make: (test) => insertRun(test, "running") },
  { code: "CURSOR_AHEAD", make: ({ db, log }) => db.tx(() => log.saveCursor("mailbox:primary", 99)) },
  {
    code: "MAILBOX_WITHOUT_CURSOR",
    make: (test) => {
      test.append(said("hi"));
      test.db.exec("DELETE FROM cursors");
    },
  },
  {
    code: "WORK_ITEM_WITHOUT_EVENT",
    make: ({ db }) => {
      db.exec(`INSERT INTO work_items (id, title, workspace, thread_id, created_at, updated_at)
        VALUES ('${workItemId}', 't', '/w', 'th_000001', '', '')`);
    },
  },
  { code: "EVENT_WITHOUT_WORK_ITEM", make: (test) => void test.append(said("hi", { workItemId })) },
  {
    code: "MESSAGE_WITHOUT_OUTCOME",
    make: ({ append, db, log }) => {
      const { seq } = append(said("hi"));
      db.tx(() => log.commitMail("primary", seq));
    },
  },
  { code: "REPLY_WITHOUT_ROOT", make: (test) => void test.append(answered(newId("ev_"), "to whom?")) },
];
for (const { code, make } of contradictions) {
  Deno.test(`findContradictions() finds ${code} and names it`, async () => {
    await using test = await testDatabase();
    assert.deepEqual(findContradictions(test.db), []);
    make(test);
    assert.ok(codes(test).includes(code), `found ${codes(test)}`);
    const finding = findContradictions(test.db).find((each) => each.code === code);
    assert.doesNotMatch(finding?.message ?? "", /\{id\}/);
  });
}

Deno.test("findContradictions() finds nothing where one answer dealt with several messages, or none came yet", async () => {
  await using engine = await openEngine({
    primary: ({ messages, last }) =>
      effects({
        type: "reply",
        of: last,
        reply: "to all",
        also_of: messages.slice(0, -1).map(({ id }) => id),
      }),
  }, { start: false });
  const messages = ["a", "b", "c"].map((text) => engine.submit({ text }));
  assert.deepEqual(findContradictions(engine.db), []);
  await engine.work.start();
  for (const message of messages) await engine.settled(message);
  assert.deepEqual(findContradictions(engine.db), []);
});

Deno.test("findContradictions() stops at twenty of a kind", async () => {
  await using test = await testDatabase();
  for (let i = 0; i < 30; i++) test.append(answered(newId("ev_"), "?"));
  assert.equal(findContradictions(test.db).length, 20);
});

Deno.test("findDamage() finds nothing in a sound database and says what is wrong with another one", async () => {
  await using test = await testDatabase();
  assert.deepEqual(findDamage(test.db), []);
  for (let i = 0; i < 100; i++) test.append(said("hi"));
  const [page, pageSize] = test.db.prepare(
    "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema WHERE name = 'events_by_thread'",
  ).value<[number, number]>() ?? [0, 0];
  test.db.close();
  // As a bad disk would leave it: a part of one page is not what was written there.
  using file = await Deno.open(test.path, { write: true });
  await file.seek((page - 1) * pageSize + pageSize - 600, Deno.SeekMode.Start);
  await file.write(new Uint8Array(200).fill(0xa5));
  const reader = openReadOnly(test.path);
  const findings = findDamage(reader);
  reader.close();
  assert.ok(findings.length > 0);
  assert.ok(findings.every(({ code }) => code === "DATABASE_DAMAGED"));
});
