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
  assert.equal(attention.announcement.value, "newpi: Done.");
  assert.equal(attention.unseen.value, 0);
  away = true;
  attention.apply(reply);
  assert.equal(attention.unseen.value, 1);
  attention.back();
  assert.equal(attention.unseen.value, 0);
});

Deno.test("apply() is silent about what is not for the person", () => {
  const attention = attentionState(i18nState([]), () => true);
  attention.apply(testEvent({ seq: 1, kind: "manager.decision" }));
  assert.equal(attention.unseen.value, 0);
});
