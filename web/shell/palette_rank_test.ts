/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { rank } from "./palette_rank.ts";

const names = [
  "Nouvelle tâche",
  "Aller aux tâches",
  "Réessayer l'envoi",
  "写入 hello.txt",
  "Write hello.txt",
];
const cases = [
  { name: "keeps the order without a query", query: " ", want: names },
  { name: "does not mind accents and case", query: "REESSAYER", want: ["Réessayer l'envoi"] },
  { name: "wants every word, in any order", query: "tache aller", want: ["Aller aux tâches"] },
  {
    name: "puts first what begins with it",
    query: "a",
    want: ["Aller aux tâches", "Nouvelle tâche", "Réessayer l'envoi"],
  },
  { name: "finds Chinese", query: "写入", want: ["写入 hello.txt"] },
  { name: "finds nothing", query: "zzz", want: [] },
];
for (const { name, query, want } of cases) {
  Deno.test(`rank() ${name}`, () => {
    assert.deepEqual(rank(names.map((name) => ({ name })), query).map(({ name }) => name), want);
  });
}
