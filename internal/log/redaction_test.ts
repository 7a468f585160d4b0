import assert from "node:assert/strict";
import { answered, said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import type { Event } from "../contract/log.ts";
import { newId } from "../kernel/ids.ts";
import { openReadOnly } from "../kernel/sqlite.ts";
import { type LogReads, logReads } from "./mod.ts";

const SECRET = "my password is hunter2";

/** A message, its copy on a task's thread, an answer, and a message of another day with the same words. */
async function hidden() {
  const test = await testDatabase();
  const workItemId = newId("wi_");
  const threadId = newId("th_");
  const message = test.append(said(SECRET, { payload: { text: SECRET, clientKey: "key-0001" } }));
  const copy = test.append(said(SECRET, {
    payload: { text: SECRET, of: message.id, root: message.id, forwardedFrom: "main" },
    threadId,
    workItemId,
    mailbox: `manager:${workItemId}`,
  }));
  test.append(answered(message.id, "I did not repeat it", { threadId, workItemId }));
  const other = test.append(said(SECRET));
  const stored = rows(test);
  test.append({
    kind: "message.redacted",
    payload: { of: message.id, root: message.id },
    threadId: "main",
  });
  return { ...test, message, copy, other, stored, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

const rows = ({ db }: TestDatabase) => db.prepare("SELECT * FROM events ORDER BY seq").all();

type Hidden = Awaited<ReturnType<typeof hidden>>;
const readers: { name: string; read: (log: LogReads, test: Hidden) => (Event | undefined)[] }[] = [
  { name: "get()", read: (log, { message, copy }) => [log.get(message.id), log.get(copy.id)] },
  { name: "byClientKey()", read: (log) => [log.byClientKey("key-0001")] },
  { name: "after()", read: (log) => log.after(0, 2) },
  { name: "mail() of Primary", read: (log) => log.mail("primary", 0, 1) },
  { name: "mail() of the Manager", read: (log, { copy }) => log.mail(copy.mailbox ?? "", 0, 1) },
  { name: "lastOfKind()", read: (log, { copy }) => [log.lastOfKind(copy.workItemId ?? "", "user.message")] },
  {
    name: "list() of the conversation",
    read: (log) => log.list({ conversation: "1" })?.events.slice(0, 1) ?? [],
  },
  {
    name: "list() of the task",
    read: (log, { copy }) => log.list({ item: copy.workItemId ?? "" })?.events.slice(0, 1) ?? [],
  },
  {
    name: "list() around it",
    read: (log, { message }) => log.list({ around: message.id, limit: 1 })?.events ?? [],
  },
  {
    name: "list() by kind",
    read: (log) => log.list({ kind: "user.message", after: 0, limit: 2 })?.events ?? [],
  },
];
for (const { name, read } of readers) {
  Deno.test(`${name} shows a hidden message in its place and without its words`, async () => {
    await using test = await hidden();
    const reader = openReadOnly(test.path);
    for (const log of [logReads(test.db), logReads(reader)]) {
      const events = read(log, test);
      assert.notEqual(events.length, 0);
      for (const event of events) {
        assert.ok(event !== undefined);
        assert.equal(event.payload.text, "");
        assert.equal(event.payload.redacted, true);
        assert.ok(!JSON.stringify(event).includes("hunter2"));
      }
    }
    reader.close();
  });
}

Deno.test("a hidden message keeps what groups it, and its row as it was", async () => {
  await using test = await hidden();
  const copy = test.log.get(test.copy.id);
  assert.deepEqual(copy?.payload, {
    text: "",
    of: test.message.id,
    root: test.message.id,
    forwardedFrom: "main",
    redacted: true,
  });
  assert.deepEqual(rows(test).slice(0, test.stored.length), test.stored);
});

Deno.test("hiding a message hides no other one with the same words, nor an answer", async () => {
  await using test = await hidden();
  assert.equal(test.log.get(test.other.id)?.payload.text, SECRET);
  assert.equal(test.log.list({ kind: "agent.reply" })?.events[0]?.payload.text, "I did not repeat it");
});

Deno.test("a copy that is made after its message was hidden is hidden too", async () => {
  await using test = await hidden();
  const { id } = test.append(
    said(SECRET, { payload: { text: SECRET, of: test.message.id, root: test.message.id } }),
  );
  assert.equal(test.log.get(id)?.payload.text, "");
});

Deno.test("redactionOf() names the event that hid a message", async () => {
  await using test = await hidden();
  assert.equal(test.log.redactionOf(test.message.id)?.kind, "message.redacted");
  assert.equal(test.log.redactionOf(test.other.id), undefined);
});
