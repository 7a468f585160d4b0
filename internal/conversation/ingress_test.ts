import assert from "node:assert/strict";
import { openEngine } from "../../tests/support/engine.ts";
import { effects } from "../../tests/support/scripted_driver.ts";
import { newId } from "../kernel/ids.ts";

/** Nothing takes turns, so that only the ingress is seen. */
async function quiet() {
  const engine = await openEngine({}, { start: false });
  const item = engine.db.tx(() =>
    engine.work.items.create({ title: "Paint", brief: "", runAs: null, source: "test" })
  );
  const from = engine.log.latestSeq();
  return {
    ...engine,
    item,
    stored: () => engine.events().filter((event) => event.seq > from),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

Deno.test("submit() stores a message for Primary, urgent, before it returns", async () => {
  await using engine = await quiet();
  const message = engine.submit({ text: "  hi\n", channel: "cli" });
  assert.deepEqual(engine.stored(), [message]);
  assert.deepEqual(message.payload, { text: "  hi\n", channel: "cli" });
  assert.deepEqual(
    [message.source, message.threadId, message.mailbox, message.lane, message.hop],
    ["connector:cli", "main", "primary", "interrupt", 0],
  );
});

Deno.test("submit() hands a message with a target to that task's Manager, with nobody between", async () => {
  await using engine = await quiet();
  const { id, threadId } = engine.item;
  const message = engine.submit({ text: "red", target: id });
  const [first, attributed, copy, ...others] = engine.stored();
  assert.deepEqual([first, others], [message, []]);
  assert.equal(message.mailbox, null);
  assert.deepEqual(attributed?.payload, { of: message.id, workItemId: id, title: "Paint", by: "explicit" });
  assert.deepEqual(copy?.payload, { text: "red", of: message.id, root: message.id, forwardedFrom: "main" });
  assert.deepEqual(
    [copy?.mailbox, copy?.lane, copy?.threadId, copy?.workItemId, copy?.hop],
    [`manager:${id}`, "interrupt", threadId, id, 0],
  );
});

Deno.test("submit() opens a finished task again before the message is delivered", async () => {
  await using engine = await quiet();
  engine.db.tx(() => engine.work.items.setStatus(engine.item.id, "done", "test"));
  engine.submit({ text: "one more thing", target: engine.item.id });
  const kinds = engine.stored().map((event) => event.kind);
  assert.deepEqual(kinds.slice(1), [
    "user.message",
    "work_item.status_changed",
    "message.attributed",
    "user.message",
  ]);
  assert.equal(engine.work.items.get(engine.item.id).status, "open");
});

Deno.test("submit() takes an answer to what a task said for that task's, and to anything else for Primary's", async () => {
  await using engine = await quiet();
  const { id, threadId } = engine.item;
  const hello = engine.submit({ text: "hello" });
  const question = engine.db.tx(() =>
    engine.log.append({
      source: "agent:manager",
      kind: "escalation",
      payload: { reason: "question", question: "Which?", of: hello.id, root: hello.id, path: [] },
      threadId: "main",
      workItemId: id,
    })
  );
  const said = engine.db.tx(() =>
    engine.log.append({
      source: "agent:manager",
      kind: "agent.reply",
      payload: { text: "red then", of: hello.id, root: hello.id },
      threadId,
      workItemId: id,
    })
  );
  const copyOf = (replyTo: string) => {
    engine.submit({ text: "blue", replyTo });
    return engine.stored().at(-1);
  };
  assert.deepEqual([copyOf(question.id)?.mailbox, copyOf(question.id)?.payload.answers], [
    `manager:${id}`,
    question.id,
  ]);
  assert.deepEqual([copyOf(said.id)?.mailbox, copyOf(said.id)?.payload.answers], [
    `manager:${id}`,
    undefined,
  ]);
  assert.equal(copyOf(hello.id)?.mailbox, "primary");
});

const refused = [
  {
    name: "a target that is no task",
    request: { text: "x", target: newId("wi_") },
    code: "WORK_ITEM_NOT_FOUND",
  },
  { name: "an answer to nothing", request: { text: "x", replyTo: newId("ev_") }, code: "EVENT_NOT_FOUND" },
];
for (const { name, request, code } of refused) {
  Deno.test(`submit() refuses ${name} and stores nothing`, async () => {
    await using engine = await quiet();
    assert.throws(() => engine.submit(request), { code });
    assert.deepEqual(engine.stored(), []);
  });
}

Deno.test("submit() gives the message that was stored first for a key that comes again", async () => {
  await using engine = await quiet();
  const first = engine.submit({ text: "once", clientKey: "key-00000001" });
  assert.equal(engine.submit({ text: "once", clientKey: "key-00000001" }).id, first.id);
  assert.equal(
    engine.submit({ text: "other words", clientKey: "key-00000001", target: engine.item.id }).id,
    first.id,
  );
  assert.notEqual(engine.submit({ text: "once", clientKey: "key-00000002" }).id, first.id);
  assert.equal(engine.stored().length, 2);
});

Deno.test("submit() is one transaction: a message that cannot be delivered is not there", async () => {
  await using engine = await quiet();
  engine.db.exec(
    "CREATE TEMP TRIGGER t BEFORE INSERT ON events WHEN NEW.kind = 'message.attributed' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  assert.throws(() => engine.submit({ text: "red", target: engine.item.id }));
  assert.deepEqual(engine.stored(), []);
});

Deno.test("a message that comes twice is answered once", async () => {
  await using engine = await openEngine({
    primary: ({ messages }) => effects(...messages.map(({ id }) => ({ type: "reply", of: id, reply: "ok" }))),
  });
  const messages = Array.from({ length: 5 }, () => engine.submit({ text: "hi", clientKey: "key-00000001" }));
  await engine.settled(messages[0] ?? assert.fail());
  engine.submit({ text: "hi", clientKey: "key-00000001" });
  assert.equal(new Set(messages.map(({ id }) => id)).size, 1);
  assert.equal(engine.events("agent.reply").length, 1);
  assert.equal(engine.agent.turns.length, 1);
});
