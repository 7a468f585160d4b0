import assert from "node:assert/strict";
import { ChatAccepted, MessageStatus, RedactResult } from "../../internal/contract/conversation.ts";
import { EventPage } from "../../internal/contract/log.ts";
import { CancelResult, WorkItemDetail, WorkItemList, WorkItemResult } from "../../internal/contract/work.ts";
import { effects, gate, type Script } from "../support/scripted_driver.ts";
import { parsed, startServer, type TestServer } from "../support/server.ts";
import { untilTrue } from "../support/until.ts";

const DEMO = { agent: "demo" } as const;
const ROLES = { roles: { primary: DEMO, manager: DEMO, worker: DEMO } };
const sayOk: Script["primary"] = ({ messages }) =>
  effects(...messages.map(({ id }) => ({ type: "reply", of: id, reply: "ok" })));
const makeTasks: Script["primary"] = ({ messages }) =>
  effects(
    ...messages.map(({ id, text }) => ({ type: "create_work_item", of: id, title: text, brief: text })),
  );

async function chosen(script: Script): Promise<TestServer> {
  const test = await startServer(script);
  assert.equal(
    (await test.raw({
      method: "PUT",
      path: "/api/settings/roles",
      headers: { authorization: `Bearer ${test.token}`, "content-type": "application/json" },
      body: JSON.stringify(ROLES),
    })).status,
    200,
  );
  return test;
}

Deno.test("a message is accepted before it is judged, and tells when all of it is done", async () => {
  const thinking = gate();
  await using test = await chosen({
    primary: async (turn) => {
      await thinking.pass();
      return effects({ type: "reply", of: turn.last, reply: "ok" });
    },
  });
  const answer = await test.post("/api/chat", { text: "hi" });
  assert.equal(answer.status, 202);
  const { messageId, seq } = parsed(answer, ChatAccepted);
  assert.equal(test.runtime.log.get(messageId)?.seq, seq);
  await thinking.reached;
  const status = async () => parsed(await test.get(`/api/messages/${messageId}`), MessageStatus);
  assert.equal((await status()).settled, false);
  thinking.open();
  await untilTrue(test.runtime.log, () => test.runtime.work.settled(messageId));
  assert.deepEqual(await status(), {
    ok: true,
    messageId,
    settled: true,
    latestSeq: test.runtime.log.latestSeq(),
  });
});

Deno.test("a message sent many times at once with one key is one message", async () => {
  await using test = await chosen({ primary: sayOk });
  const send = () => test.post("/api/chat", { text: "hi", clientKey: "key-00000001" });
  const ids = (await Promise.all(Array.from({ length: 10 }, send))).map((answer) =>
    parsed(answer, ChatAccepted).messageId
  );
  ids.push(parsed(await send(), ChatAccepted).messageId);
  assert.equal(new Set(ids).size, 1);
  await untilTrue(test.runtime.log, () => test.runtime.work.settled(ids[0] ?? ""));
  assert.equal(test.events("user.message").length, 1);
  assert.equal(test.events("agent.reply").length, 1);
});

Deno.test("a message that finds no space is refused with a stable code, and the next one is taken (T19)", async () => {
  await using test = await chosen({ primary: sayOk });
  const { db } = test.runtime;
  await test.ask("before");
  const events = test.events().length;
  const [pages] = db.prepare("PRAGMA page_count").value<[number]>() ?? [0];
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const text = "x".repeat(100_000);
  const answer = await test.post("/api/chat", { text, clientKey: "key-00000001" });
  assert.deepEqual([answer.status, answer.json().error.code], [503, "STORAGE_FULL"]);
  assert.match(answer.json().error.message, /no space/);
  assert.equal(test.events().length, events, "nothing half-written");
  assert.equal((await test.get("/api/status")).status, 200);
  assert.equal((await test.raw({ path: "/health" })).status, 200);
  db.exec("PRAGMA max_page_count = 1000000");
  await test.ask(text, { clientKey: "key-00000001" });
  assert.equal(test.events("agent.reply").length, 2);
  await using next = await test.restart({ primary: sayOk });
  assert.deepEqual(next.runtime.db.prepare("PRAGMA integrity_check").all(), [{ integrity_check: "ok" }]);
  assert.equal(next.events("user.message").length, 2);
});

Deno.test("hiding a message works once, and only for what the person said", async () => {
  await using test = await chosen({ primary: sayOk });
  const message = await test.ask("oops");
  const first = parsed(await test.post(`/api/messages/${message.id}/redact`), RedactResult);
  assert.notEqual(first.eventId, null);
  assert.equal(parsed(await test.post(`/api/messages/${message.id}/redact`), RedactResult).eventId, null);
  const [reply] = test.events("agent.reply");
  const refused = await test.post(`/api/messages/${reply?.id}/redact`);
  assert.deepEqual([refused.status, refused.json().error.code], [404, "EVENT_NOT_FOUND"]);
  const page = parsed(await test.get("/api/events?conversation=1"), EventPage);
  assert.deepEqual(page.events[0]?.payload, { text: "", channel: "web", redacted: true });
});

Deno.test("the log is read in pages, filtered before they are cut", async () => {
  await using test = await chosen({
    primary: makeTasks,
    manager: ({ last }) => effects({ type: "reply", of: last, reply: "heard" }),
  });
  for (let i = 0; i < 6; i++) await test.ask(`task ${i}`);
  const page = parsed(await test.get("/api/events?kind=user.message,agent.reply&limit=5"), EventPage);
  assert.equal(page.events.length, 5);
  assert.ok(page.events.every(({ kind }) => kind === "user.message" || kind === "agent.reply"));
  assert.equal(page.hasMore, true);
  const middle = page.events[2];
  const around = parsed(await test.get(`/api/events?around=${middle?.id}&limit=1`), EventPage);
  assert.deepEqual(around.events.map(({ id }) => id), [middle?.id]);
  const everything = parsed(await test.get("/api/events?limit=200"), EventPage);
  assert.deepEqual(everything.events.map(({ seq }) => seq), test.events().slice(-200).map(({ seq }) => seq));
});

Deno.test("a task is made, shown, changed and stopped over HTTP", async () => {
  const working = gate();
  await using test = await chosen({
    manager: ({ messages, last }) =>
      messages[0]?.from === "user"
        ? effects({ type: "spawn", instructions: "work" })
        : effects({ type: "reply", of: last, reply: "ok" }),
    worker: async () => {
      await working.pass();
      return "done";
    },
  });
  const made = await test.post("/api/work-items", { title: " Paint\nit ", brief: "red" });
  assert.equal(made.status, 201);
  const { item } = parsed(made, WorkItemResult);
  assert.deepEqual([item.title, item.status], ["Paint it", "open"]);
  await working.reached;
  const list = parsed(await test.get("/api/work-items"), WorkItemList);
  assert.deepEqual(list.items.map(({ item: { id }, state }) => [id, state]), [[item.id, "running"]]);
  const { cancelled } = parsed(await test.post(`/api/work-items/${item.id}/cancel`), CancelResult);
  assert.equal(cancelled.length, 1);
  await untilTrue(test.runtime.log, () => test.events("agent.reply").length === 1);
  const again = await test.post(`/api/work-items/${item.id}/cancel`);
  assert.deepEqual([again.status, again.json().error.code], [409, "NOTHING_RUNNING"]);
  const detail = parsed(await test.get(`/api/work-items/${item.id}?limit=500`), WorkItemDetail);
  assert.deepEqual([detail.runs[0]?.outcome, detail.lastReply?.text], [
    "cancelled",
    "The run was cancelled.",
  ]);
  const patch = (status: string) =>
    test.raw({
      method: "PATCH",
      path: `/api/work-items/${item.id}`,
      headers: { authorization: `Bearer ${test.token}`, "content-type": "application/json" },
      body: JSON.stringify({ status }),
    });
  assert.equal(parsed(await patch("closed"), WorkItemResult).item.status, "closed");
  assert.equal((await patch("gone")).status, 400);
  assert.deepEqual(parsed(await test.get("/api/work-items"), WorkItemList).items, []);
  assert.equal(parsed(await test.get("/api/work-items?all=1"), WorkItemList).items.length, 1);
  working.open();
});

Deno.test("a task without a brief is recorded and asks nobody", async () => {
  await using test = await chosen({});
  for (const body of [{ title: "Later" }, { title: "Later", brief: "" }, { title: "Later", brief: "  " }]) {
    assert.equal((await test.post("/api/work-items", body)).status, 201);
  }
  assert.deepEqual(
    new Set(test.events().map(({ kind }) => kind)),
    new Set(["settings.updated", "work_item.created"]),
  );
  for (const body of [{ title: "" }, { title: "  " }, {}, { title: "x".repeat(201) }]) {
    assert.equal((await test.post("/api/work-items", body)).status, 400);
  }
});

Deno.test("a message in a home where nobody chose an agent is answered with what to do", async () => {
  await using test = await startServer();
  const message = await test.ask("hi");
  const [error] = test.events("agent.error");
  assert.deepEqual([error?.payload.code, error?.payload.root], ["AGENT_NOT_CONFIGURED", message.id]);
});
