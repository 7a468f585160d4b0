/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { i18nState } from "../i18n/i18n.ts";
import { attentionState } from "./attention.ts";
import { testEvent } from "./testing.ts";

const reply = testEvent({
  seq: 1,
  kind: "agent.reply",
  payload: { text: "Done.", of: "ev_asked1", root: "ev_asked1" },
});

Deno.test("apply() says an answer to a screen reader and counts it only while the person is away", () => {
  let away = false;
  const attention = attentionState(i18nState([]), () => away);
  attention.apply(reply);
  assert.deepEqual(attention.announcements.value.map(({ text }) => text), ["newpi: Done."]);
  assert.equal(attention.unseen.value, 0);
  away = true;
  attention.apply(reply);
  assert.equal(attention.unseen.value, 1);
  attention.back();
  assert.equal(attention.unseen.value, 0);
});

Deno.test("apply() says every one of several answers, and keeps no more than the last five", () => {
  const attention = attentionState(i18nState([]), () => false);
  for (let seq = 1; seq <= 7; seq++) attention.apply({ ...reply, id: `ev_reply${seq}`, seq });
  assert.deepEqual(attention.announcements.value.map(({ id }) => id), [
    "ev_reply3",
    "ev_reply4",
    "ev_reply5",
    "ev_reply6",
    "ev_reply7",
  ]);
});

Deno.test("apply() is silent about what is not for the person", () => {
  const attention = attentionState(i18nState([]), () => true);
  attention.apply(testEvent({ seq: 1, kind: "manager.decision" }));
  assert.equal(attention.unseen.value, 0);
});
