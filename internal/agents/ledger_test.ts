import assert from "node:assert/strict";
import { messageLedger } from "./ledger.ts";

function ledgerOf(...texts: string[]) {
  const ledger = messageLedger();
  texts.forEach((text, index) => ledger.sent(`m${index + 1}`, text));
  return ledger;
}

const replays = [
  { name: "one message", texts: ["one", "two"], id: "m1", text: "one", want: ["m1"] },
  {
    name: "several under the id of the last",
    texts: ["one", "two", "three"],
    id: "m3",
    text: "two\nthree",
    want: ["m2", "m3"],
  },
  {
    name: "one that holds the text of another",
    texts: ["two", "one\ntwo"],
    id: "m2",
    text: "one\ntwo",
    want: ["m2"],
  },
  { name: "nothing that was not sent", texts: ["one"], id: "x", text: "one more", want: [] },
];
for (const { name, texts, id, text, want } of replays) {
  Deno.test(`messageLedger() takes in a replay of ${name}`, () => {
    const ledger = ledgerOf(...texts);
    assert.deepEqual(ledger.replayed(id, text), want);
    assert.deepEqual(ledger.replayed(id, text), [], "a second time it is no news");
  });
}

Deno.test("messageLedger() keeps the first settlement", () => {
  const ledger = ledgerOf("one", "two");
  ledger.settle(["m1", "unknown"], "failed");
  ledger.settle(["m1"], "cancelled");
  assert.equal(ledger.allSettled(), false);
  assert.deepEqual(ledger.states((isTaken) => isTaken ? "unknown" : "unsent"), {
    m1: "failed",
    m2: "unsent",
  });
});
