import assert from "node:assert/strict";
import { managerEffects } from "./manager.ts";
import type { Effect } from "./primary.ts";
import { sentences } from "./sentences.ts";

const effects = (...messages: string[]) =>
  managerEffects(`# Task\n\n## Messages\n\n${messages.join("\n\n")}\n`);
const reply = (text: string) => ({ type: "reply", of: "ev_1", reply: text });

const cases: { name: string; message: string; want: Effect[] }[] = [
  {
    name: "spawns for an instruction",
    message: "(user) WRITE hello.txt: hi",
    want: [{ type: "spawn", instructions: "WRITE hello.txt: hi", expect: "hello.txt holds the given text" }],
  },
  {
    name: "says what it understood of several",
    message: "(user) WRITE a: b\n    RUN: ls",
    want: [
      { type: "understanding", text: "Steps:\n1. Write a\n2. Run ls" },
      {
        type: "spawn",
        instructions: "WRITE a: b\nRUN: ls",
        expect: "a holds the given text; `ls` ends with exit code 0",
      },
    ],
  },
  {
    name: "asks, and lets the rest be done",
    message: "(user) ASK: Go on?\n    SAY: hi",
    want: [
      { type: "spawn", instructions: "SAY: hi", expect: "the answer says what was done" },
      { type: "escalate", question: "Go on?", tried: "", options: ["Yes", "No"] },
    ],
  },
  { name: "spawns for an answer too", message: "(answer) RUN: ls", want: effects("[ev_1] (user) RUN: ls") },
  { name: "notes an answer", message: "(answer) Yes", want: [reply("Understood: Yes")] },
  { name: "reports success", message: "(run succeeded) Wrote a\n    and b", want: [reply("Wrote a\nand b")] },
  { name: "never runs a result", message: "(run succeeded) RUN: ls", want: [reply("RUN: ls")] },
  {
    name: "reports failure",
    message: "(run failed) half\n    Error: no\n    go",
    want: [reply("That did not work. no\ngo")],
  },
  { name: "reports a cancel", message: "(run cancelled) ", want: [reply(sentences.en.cancelled)] },
  { name: "reports a loss", message: "(run lost) the runtime stopped", want: [reply(sentences.en.lost)] },
  {
    name: "passes on what a worker asks",
    message: "(run unverified) Half done.\n    BLOCKED: Which?\n    Blocked by the question: Which?",
    want: [{ type: "escalate", question: "Which?", tried: "Half done.", options: ["Yes", "No"] }],
  },
  { name: "explains itself", message: "(user) hm", want: [reply(sentences.en.notUnderstood)] },
];
for (const { name, message, want } of cases) {
  Deno.test(`managerEffects() ${name}`, () => assert.deepEqual(effects(`[ev_1] ${message}`), want));
}

Deno.test("managerEffects() makes one run of a whole turn", () => {
  const spawns = effects("[ev_1] (user) RUN: a", "[ev_2] (run lost) x", "[ev_3] (user) RUN: b").filter(
    ({ type }) => type === "spawn",
  );
  assert.deepEqual(spawns.map(({ instructions }) => instructions), ["RUN: a\nRUN: b"]);
});

Deno.test("managerEffects() tells a loss in the language of the task", () => {
  const prompt = "Brief: écris la liste des courses\n\n## Messages\n[ev_1] (run lost) the runtime stopped\n";
  assert.equal(managerEffects(prompt)[0]?.reply, sentences.fr.lost);
});
