/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { ChatAccepted, ChatRequest } from "../../internal/contract/conversation.ts";
import { ApiError } from "./api.ts";
import { IMAGES_LOST, outboxState } from "./outbox.ts";
import { type KeyValueStore, memoryStore } from "./storage.ts";
import { testTimers } from "./testing.ts";

const ACCEPTED: ChatAccepted = { ok: true, messageId: "ev_test000001", seq: 1 };
const unreachable = new ApiError("UNREACHABLE", "newpi does not answer", 0);
const refused = new ApiError("INVALID", "text is too long", 400);

/** @param answers What the server says to each request, in turn; then it accepts. */
function setUp(answers: (ChatAccepted | Error)[] = [], store: KeyValueStore = memoryStore()) {
  const requests: ChatRequest[] = [];
  const timers = testTimers();
  let keys = 0;
  const outbox = outboxState({
    api: {
      chat(request) {
        requests.push(request);
        const answer = answers.shift() ?? ACCEPTED;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
    store,
    newKey: () => `key-number-${++keys}`,
    timers,
  });
  return { outbox, requests, store, timers, states: () => outbox.messages.value.map(({ state }) => state) };
}

Deno.test("send() shows the message before the server answers", () => {
  const { outbox, states } = setUp();
  void outbox.send({ text: "hi" });
  assert.deepEqual(states(), ["sending"]);
});

Deno.test("send() keeps an accepted message until its event arrives", async () => {
  const { outbox, states } = setUp();
  await outbox.send({ text: "hi" });
  assert.deepEqual(states(), ["accepted"]);
  outbox.drop("key-number-1");
  assert.deepEqual(states(), []);
});

Deno.test("retry() sends the same message with the same key", async () => {
  const { outbox, requests, states } = setUp([unreachable]);
  await outbox.send({ text: "hi", target: "wi_aaaaaa" });
  assert.deepEqual(states(), ["failed"]);
  await outbox.retry("key-number-1");
  assert.deepEqual(states(), ["accepted"]);
  assert.deepEqual(requests[1], requests[0]);
});

Deno.test("resume() sends again what got no answer, and leaves alone what was refused", async () => {
  const { outbox, requests, states } = setUp([unreachable, refused]);
  await outbox.send({ text: "lost" });
  await outbox.send({ text: "wrong" });
  await outbox.resume();
  assert.deepEqual(requests.map(({ text }) => text), ["lost", "wrong", "lost"]);
  assert.deepEqual(states(), ["accepted", "failed"]);
});

Deno.test("a message that newpi did not answer goes out again by itself, one that it refused does not", async () => {
  const { outbox, requests, timers } = setUp([unreachable, refused]);
  await outbox.send({ text: "lost" });
  await outbox.send({ text: "wrong" });
  timers.pass(5_000);
  assert.deepEqual(requests.map(({ text }) => text), ["lost", "wrong", "lost"]);
});

Deno.test("resume() does not ask twice for a message that is on its way", async () => {
  const { outbox, requests } = setUp();
  const sent = outbox.send({ text: "hi" });
  await outbox.resume();
  await sent;
  assert.equal(requests.length, 1);
});

Deno.test("a reload keeps what was not accepted, and resume() sends it with its old key", async () => {
  const before = setUp([unreachable]);
  await before.outbox.send({ text: "lost" });
  await before.outbox.send({ text: "arrived" });
  const after = setUp([], before.store);
  assert.deepEqual(after.outbox.messages.value.map(({ text }) => text), ["lost"]);
  await after.outbox.resume();
  assert.equal(after.requests[0]?.clientKey, "key-number-1");
});

const image = { name: "a.png", mimeType: "image/png", data: "AAAA" };

Deno.test("images go out with their message; over a reload they are lost, and it is not sent without them", async () => {
  const before = setUp([unreachable]);
  await before.outbox.send({ text: "look", images: [image] });
  assert.deepEqual(before.requests[0]?.images, [{ mimeType: "image/png", data: "AAAA" }]);
  assert.deepEqual(before.outbox.messages.value[0]?.images, [image]);
  assert.ok(!before.store.get("newpi.outbox")?.includes("AAAA"));
  const after = setUp([], before.store);
  const [message] = after.outbox.messages.value;
  assert.deepEqual([message?.text, message?.failure?.code], ["look", IMAGES_LOST]);
  await after.outbox.resume();
  assert.deepEqual(after.requests, []);
});

Deno.test("images that the server left out are told", async () => {
  const dropped = [{ index: 1, reason: "content" as const }];
  const told: unknown[] = [];
  const outbox = outboxState({
    api: { chat: () => Promise.resolve({ ...ACCEPTED, dropped }) },
    store: memoryStore(),
    newKey: () => "key-number-1",
    timers: testTimers(),
    onDropped: (list) => told.push(list),
  });
  await outbox.send({ text: "look", images: [image, image] });
  assert.deepEqual(told, [dropped]);
});

const broken = ["", "{", "null", "3", '[{"text":"no key"}]', "[null]"];
for (const json of broken) {
  Deno.test(`a store that holds ${JSON.stringify(json)} is read as empty`, () => {
    const store = memoryStore();
    store.set("newpi.outbox", json);
    assert.deepEqual(setUp([], store).outbox.messages.value, []);
  });
}
