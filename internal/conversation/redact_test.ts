import assert from "node:assert/strict";
import { openEngine } from "../../tests/support/engine.ts";
import { effects, type Script } from "../../tests/support/scripted_driver.ts";
import { openViews } from "../views/mod.ts";
import { newId } from "../kernel/ids.ts";
import { redactMessage } from "./mod.ts";

const SECRET = "hunter2";
const script: Script = {
  primary: ({ last }) => effects({ type: "create_work_item", of: last, title: "Log in", brief: "as I said" }),
  manager: ({ last }) => effects({ type: "reply", of: last, reply: "noted" }),
};

Deno.test("redactMessage() takes the words from everybody who reads from then on, and leaves the rows", async () => {
  await using engine = await openEngine(script);
  const message = await engine.ask(`my password is ${SECRET}`);
  const [item] = engine.work.items.all();
  const copy = await engine.ask(`once more: ${SECRET}`, { target: item?.id });
  const rows = () => engine.db.prepare("SELECT * FROM events ORDER BY seq").all();
  const before = rows();
  assert.notEqual(redactMessage(engine.db, engine.log, message.id), undefined);
  assert.notEqual(redactMessage(engine.db, engine.log, copy.id), undefined);
  assert.deepEqual(rows().slice(0, before.length), before);
  const views = openViews(engine.db);
  const seen = JSON.stringify([
    engine.log.after(0, 1000),
    views.page({ limit: 200 }),
    views.page({ conversation: "1" }),
    views.detail({ id: item?.id ?? "", limit: 100 }),
    views.cards(true),
    views.primaryContext(),
  ]);
  assert.ok(
    !seen.includes(SECRET),
    seen.slice(Math.max(0, seen.indexOf(SECRET) - 200), seen.indexOf(SECRET) + 20),
  );
  await engine.ask("what did I say?");
  await engine.ask("and here?", { target: item?.id });
  for (const { prompt } of engine.agent.turns.slice(-2)) assert.ok(!prompt.includes(SECRET));
});

Deno.test("redactMessage() twice appends nothing", async () => {
  await using engine = await openEngine(script);
  const message = await engine.ask("oops");
  redactMessage(engine.db, engine.log, message.id);
  const { length } = engine.events();
  assert.equal(redactMessage(engine.db, engine.log, message.id), undefined);
  assert.equal(engine.events().length, length);
});

Deno.test("redactMessage() hides only what the person said, and only on the main thread", async () => {
  await using engine = await openEngine(script);
  await engine.ask("hi");
  const [reply] = engine.events("agent.reply");
  const copy = engine.events("user.message")[1];
  for (const id of [reply?.id, copy?.id, newId("ev_"), "nothing"]) {
    assert.throws(() => redactMessage(engine.db, engine.log, id ?? ""), { code: "EVENT_NOT_FOUND" });
  }
  assert.deepEqual(engine.events("message.redacted"), []);
});

Deno.test("a message that is hidden before its turn reaches no model", async () => {
  await using engine = await openEngine({
    primary: ({ last }) => effects({ type: "reply", of: last, reply: "?" }),
  }, { start: false });
  const message = engine.submit({ text: SECRET });
  redactMessage(engine.db, engine.log, message.id);
  await engine.work.start();
  await engine.settled(message);
  assert.ok(!JSON.stringify(engine.agent.turns.map(({ prompt }) => prompt)).includes(SECRET));
  assert.ok(engine.events("agent.reply").length > 0);
});
