import assert from "node:assert/strict";
import { answered, finished, said, testDatabase } from "../../tests/support/database.ts";
import { Event } from "../contract/log.ts";
import { newId } from "../kernel/ids.ts";

Deno.test("append() gives each event the next place and reads back as it was stored", async () => {
  await using test = await testDatabase();
  const first = test.append(said("one"));
  const second = test.append({
    ...answered(first.id, "two"),
    causedBy: first.id,
    hop: 3,
    workItemId: newId("wi_"),
  });
  assert.deepEqual([first.seq, second.seq], [1, 2]);
  assert.equal(second.lane, null, "only mail has a lane");
  for (const event of [first, second]) {
    assert.deepEqual(Event.parse(event), event);
    assert.deepEqual(test.log.get(event.id), event);
  }
  assert.equal(test.log.latestSeq(), 2);
});

Deno.test("append() keeps every character of a text", async () => {
  await using test = await testDatabase();
  const text = 'a"b\\c\n\r\t\u0000\u2028 é 数据 👩‍👩‍👧 \ud800';
  assert.equal(test.log.get(test.append(said(text)).id)?.payload.text, text);
});

Deno.test("append() is refused outside a transaction", async () => {
  await using test = await testDatabase();
  assert.throws(() => test.log.append(said("x")), /outside a transaction/);
  assert.equal(test.log.latestSeq(), 0);
});

const refused = [
  {
    name: "a kind that no contract declares",
    event: { ...said("x"), kind: "user.thought" },
    says: /user\.thought/,
  },
  { name: "a missing member", event: { ...said("x"), payload: {} }, says: /text/ },
  {
    name: "an undeclared member",
    event: { ...said("x"), payload: { text: "x", apiKey: "s" } },
    says: /apiKey/,
  },
  { name: "a member of the wrong form", event: answered("ev_1", "x"), says: /of/ },
];
for (const { name, event, says } of refused) {
  Deno.test(`append() refuses ${name}`, async () => {
    await using test = await testDatabase();
    assert.throws(() => test.append(event), (error) => {
      assert.ok(error instanceof RangeError);
      assert.match(error.message, says);
      return true;
    });
    assert.equal(test.log.latestSeq(), 0);
  });
}

Deno.test("the events table refuses UPDATE and DELETE, also in the clothes of an INSERT (C1)", async () => {
  await using test = await testDatabase();
  test.append(said("one"));
  for (
    const sql of [
      "UPDATE events SET payload = '{}'",
      "UPDATE events SET seq = 99 WHERE seq = 1",
      "DELETE FROM events",
      "DELETE FROM events WHERE seq = 1",
      "INSERT OR REPLACE INTO events SELECT * FROM events",
      "INSERT INTO events SELECT * FROM events WHERE true ON CONFLICT DO UPDATE SET payload = '{}'",
    ]
  ) assert.throws(() => test.db.exec(sql), /events are append-only/, sql);
  assert.equal(test.log.after(0, 10).length, 1);
});

Deno.test("the events table keeps the place of an event that a rolled back one wanted", async () => {
  await using test = await testDatabase();
  assert.throws(() =>
    test.db.tx(() => {
      test.log.append(said("lost"));
      throw new Error("on purpose");
    })
  );
  test.append(said("kept"));
  assert.deepEqual(test.log.after(0, 10).map((event) => event.payload.text), ["kept"]);
});

Deno.test("the events table takes one run.finished per run", async () => {
  await using test = await testDatabase();
  const run = newId("run_");
  test.append(finished(run));
  assert.throws(() => test.append(finished(run)), /UNIQUE/);
  test.append(finished(newId("run_")));
  assert.equal(test.log.countOfKind(run, "run.finished"), 1);
});

Deno.test("the events table takes a client key once for a message and never minds messages without one", async () => {
  await using test = await testDatabase();
  const keyed = (text: string) => said(text, { payload: { text, clientKey: "key-0001" } });
  const first = test.append(keyed("one"));
  assert.throws(() => test.append(keyed("two")), /UNIQUE/);
  test.append(said("three"));
  test.append(said("four"));
  assert.equal(test.log.byClientKey("key-0001")?.id, first.id);
  assert.equal(test.log.byClientKey("key-0002"), undefined);
});

Deno.test("subscribe() hears each event once, in order, after its commit", async () => {
  await using test = await testDatabase();
  const heard: string[] = [];
  const stop = test.log.subscribe((event) => {
    assert.equal(test.db.inTransaction, false);
    heard.push(String(event.payload.text));
  });
  test.db.tx(() => {
    test.log.append(said("one"));
    test.db.tx(() => test.log.append(said("two")));
    test.log.append(said("three"));
    assert.deepEqual(heard, []);
  });
  assert.deepEqual(heard, ["one", "two", "three"]);
  stop();
  test.append(said("four"));
  assert.equal(heard.length, 3);
});

Deno.test("subscribe() hears nothing of what was rolled back, in whole or in part", async () => {
  await using test = await testDatabase();
  const heard: string[] = [];
  test.log.subscribe((event) => heard.push(String(event.payload.text)));
  const fail = (text: string) =>
    test.db.tx(() => {
      test.log.append(said(text));
      throw new Error("on purpose");
    });
  assert.throws(() => fail("whole"));
  test.db.tx(() => {
    test.log.append(said("before"));
    assert.throws(() => fail("part"));
    test.log.append(said("after"));
  });
  assert.deepEqual(heard, ["before", "after"]);
  assert.deepEqual(test.log.after(0, 10).map((event) => event.payload.text), heard);
});

Deno.test("epoch() stays the same for a database and differs from another one's", async () => {
  await using one = await testDatabase();
  await using other = await testDatabase();
  assert.match(one.log.epoch(), /^ep_\w{12}$/);
  assert.equal(one.log.epoch(), one.log.epoch());
  assert.notEqual(one.log.epoch(), other.log.epoch());
});
