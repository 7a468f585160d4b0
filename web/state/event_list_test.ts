/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { mergeEvents } from "./event_list.ts";
import { testEvent } from "./testing.ts";

const at = (...seqs: number[]) => seqs.map((seq) => testEvent({ seq }));
const cases = [
  { name: "appends what is newer", known: [1, 2], added: [3, 4], want: [1, 2, 3, 4] },
  {
    name: "puts a page before live events that arrived first",
    known: [5],
    added: [1, 2, 3, 4, 5],
    want: [1, 2, 3, 4, 5],
  },
  { name: "fills a gap", known: [1, 4], added: [2, 3], want: [1, 2, 3, 4] },
  { name: "takes the page when nothing was known", known: [], added: [1], want: [1] },
  { name: "keeps what is known when a page is empty", known: [1], added: [], want: [1] },
];
for (const { name, known, added, want } of cases) {
  Deno.test(`mergeEvents() ${name}`, () => {
    assert.deepEqual(mergeEvents(at(...known), at(...added)).map(({ seq }) => seq), want);
  });
}

Deno.test("mergeEvents() gives back the same list when nothing is new, so that nobody renders again", () => {
  const known = at(1, 2, 3);
  assert.equal(mergeEvents(known, at(2, 3)), known);
});
