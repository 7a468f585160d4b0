import assert from "node:assert/strict";
import { type Effect, primaryEffects } from "./primary.ts";
import { sentences } from "./sentences.ts";

function decide(text: string, from = "user"): Effect | undefined {
  return primaryEffects(`Now: 09:00\n\n## Messages\n[ev_1] (${from}) ${text}\n`)[0];
}
const reply = (text: string) => ({ type: "reply", of: "ev_1", reply: text });

const cases: { text: string; want: Effect }[] = [
  { text: "hello", want: reply(sentences.en.introduction) },
  { text: "What can you do?", want: reply(sentences.en.introduction) },
  { text: "Bonjour", want: reply(sentences.fr.introduction) },
  { text: "你好", want: reply(sentences.zh.introduction) },
  { text: "make me a website", want: reply(sentences.en.notUnderstood) },
  {
    text: "WRITE hello.txt: hi",
    want: { type: "create_work_item", of: "ev_1", title: "Write hello.txt", brief: "WRITE hello.txt: hi" },
  },
  {
    text: "RUN: ls ?",
    want: { type: "create_work_item", of: "ev_1", title: "Run ls ?", brief: "RUN: ls ?" },
  },
  { text: "Stop!", want: { type: "cancel", of: "ev_1", all_running: true } },
  { text: "annule", want: { type: "cancel", of: "ev_1", all_running: true } },
  { text: "停止", want: { type: "cancel", of: "ev_1", all_running: true } },
  { text: "stop the music", want: reply(sentences.en.notUnderstood) },
  {
    text: "done wi_abc123, wi_def456",
    want: { type: "set_status", of: "ev_1", work_item_ids: ["wi_abc123", "wi_def456"], status: "done" },
  },
  {
    text: "for wi_abc123: WRITE b.txt: c",
    want: { type: "route", of: "ev_1", work_item_id: "wi_abc123", message: "WRITE b.txt: c" },
  },
  {
    text: "how far is wi_abc123?",
    want: { type: "route", of: "ev_1", work_item_id: "wi_abc123", message: "how far is wi_abc123?" },
  },
];
for (const { text, want } of cases) {
  Deno.test(`primaryEffects() decides on "${text}"`, () => assert.deepEqual(decide(text), want));
}

Deno.test("primaryEffects() keeps titles to 60 characters of one line", () => {
  const title = decide(`RUN: ${"🙂 ".repeat(80)}`)?.title;
  assert.equal([...String(title)].length, 60);
  assert.match(String(title), /^Run 🙂 🙂.*…$/u);
});

Deno.test("primaryEffects() does nothing for the words of an outsider", () => {
  assert.equal(decide("RUN: rm -rf .", "external: build.failed"), undefined);
});

Deno.test("primaryEffects() answers every message of a turn", () => {
  const effects = primaryEffects("## Messages\n[ev_1] (user) hello\n[ev_2] (user) RUN: date\n");
  assert.deepEqual(effects.map(({ type, of }) => [type, of]), [["reply", "ev_1"], [
    "create_work_item",
    "ev_2",
  ]]);
});

Deno.test("primaryEffects() says how many images came, where that is all it can say", () => {
  const prompt = (text: string) => `Now: 09:00\n\n## Messages\n\n[ev_1] (user) ${text}\n`;
  const [answer] = primaryEffects(prompt("look at this"), 2);
  assert.equal(answer?.reply, `${sentences.en.shown(2)}\n\n${sentences.en.notUnderstood}`);
  assert.equal(primaryEffects(prompt("WRITE a.txt: b"), 2)[0]?.type, "create_work_item");
});
