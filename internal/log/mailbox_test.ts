import assert from "node:assert/strict";
import { said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import { openLog } from "./mod.ts";
import { catalogue } from "../app/catalogue.ts";

const texts = (test: TestDatabase, address: string, limit = 100) =>
  test.log.unread(address, limit).map((event) => event.payload.text);
const to = (mailbox: string, text: string) => said(text, { mailbox });

Deno.test("unread() gives the first message ever to a mailbox exactly once (C7)", async () => {
  await using test = await testDatabase();
  for (let i = 0; i < 5; i++) test.append(to("manager:wi_other00", "noise"));
  assert.deepEqual(texts(test, "primary"), []);
  const first = test.append(to("primary", "first"));
  assert.equal(test.log.cursor("mailbox:primary"), first.seq - 1);
  assert.deepEqual(texts(test, "primary"), ["first"]);
  test.db.tx(() => test.log.commitMail("primary", first.seq));
  assert.deepEqual(texts(test, "primary"), []);
  test.append(to("primary", "second"));
  assert.deepEqual(texts(test, "primary"), ["second"]);
});

Deno.test("unread() gives one address its own mail only, oldest first, as much as asked for", async () => {
  await using test = await testDatabase();
  for (const text of ["a", "b", "c"]) {
    test.append(to("primary", text));
    test.append(to("manager:wi_000001", text.toUpperCase()));
  }
  assert.deepEqual(texts(test, "primary", 2), ["a", "b"]);
  assert.deepEqual(texts(test, "manager:wi_000001"), ["A", "B", "C"]);
});

Deno.test("commitMail() is undone with its transaction, so that mail is read again", async () => {
  await using test = await testDatabase();
  const { seq } = test.append(to("primary", "a"));
  assert.throws(() =>
    test.db.tx(() => {
      test.log.commitMail("primary", seq);
      throw new Error("on purpose");
    })
  );
  assert.deepEqual(texts(test, "primary"), ["a"]);
});

Deno.test("a mailbox that gets its first message in a failed transaction starts at the next one", async () => {
  await using test = await testDatabase();
  assert.throws(() =>
    test.db.tx(() => {
      test.log.append(to("primary", "lost"));
      throw new Error("on purpose");
    })
  );
  test.append(to("primary", "kept"));
  assert.deepEqual(texts(test, "primary"), ["kept"]);
});

Deno.test("pendingMailboxes() and mailboxesAfter() name who has mail", async () => {
  await using test = await testDatabase();
  const { seq } = test.append(to("primary", "a"));
  test.append(to("manager:wi_000001", "b"));
  test.append({ ...said("no mail"), mailbox: undefined, lane: undefined });
  assert.deepEqual(test.log.pendingMailboxes().sort(), ["manager:wi_000001", "primary"]);
  assert.deepEqual(test.log.mailboxesAfter(seq), ["manager:wi_000001"]);
  test.db.tx(() => test.log.commitMail("primary", seq));
  assert.deepEqual(test.log.pendingMailboxes(), ["manager:wi_000001"]);
  assert.deepEqual(test.log.mailboxesAfter(seq + 2), []);
});

Deno.test("a log that is opened again goes on where its readers were", async () => {
  await using test = await testDatabase();
  const { seq } = test.append(to("primary", "read"));
  test.db.tx(() => test.log.commitMail("primary", seq));
  test.append(to("primary", "unread"));
  const again = openLog(test.db, catalogue);
  assert.deepEqual(again.unread("primary", 10).map((event) => event.payload.text), ["unread"]);
  assert.equal(again.epoch(), test.log.epoch());
});
