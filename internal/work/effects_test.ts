import assert from "node:assert/strict";
import { ManagerEffect, parseEffects, PrimaryEffect } from "./effects.ts";

const list = '{"effects":[{"type":"reply","of":"ev_000001","reply":"Hi"}]}';
const hi = [{ type: "reply", of: "ev_000001", reply: "Hi" }];

const readable = [
  { name: "bare JSON", answer: list },
  { name: "fenced JSON", answer: "```json\n" + list + "\n```" },
  { name: "a fence without a language", answer: "```\n" + list + "\n```\n" },
  {
    name: "an indented fence with Windows line ends",
    answer: "Sure.\r\n  ```json\r\n" + list + "\r\n  ```\r\n",
  },
  { name: "a fence after words", answer: "I thought about it: a {brace} too.\n```json\n" + list + "\n```" },
  { name: "JSON with words around it", answer: `My answer: ${list} That is all.` },
  { name: "one effect without a list", answer: '{"type":"reply","of":"ev_000001","reply":"Hi"}' },
  { name: "one effect in a fence", answer: '```json\n{"type":"reply","of":"ev_000001","reply":" Hi "}\n```' },
  {
    name: "the last of two lists",
    answer: '```json\n{"effects":[{"type":"reply","reply":"example"}]}\n```\nand now\n```json\n' + list +
      "\n```",
  },
  { name: "the list before another block", answer: "```json\n" + list + "\n```\nrun\n```\nls -la\n```" },
  { name: "a list whose fence is never closed", answer: "```json\n" + list },
  { name: "a list with keys that nobody knows", answer: list.replace('"type"', '"mood":"good","type"') },
];
for (const { name, answer } of readable) {
  Deno.test(`parseEffects() reads ${name}`, () => {
    assert.deepEqual(parseEffects(answer, PrimaryEffect), { ok: true, effects: hi });
  });
}

Deno.test("parseEffects() reads code in a reply", () => {
  const reply = "Use this:\n```json\n{}\n```\nand that:\n```\n}\n```";
  const answer = "```json\n" + JSON.stringify({ effects: [{ type: "reply", reply }] }) + "\n```";
  assert.deepEqual(parseEffects(answer, PrimaryEffect), { ok: true, effects: [{ type: "reply", reply }] });
});

const junk: [name: string, answer: string, problem: RegExp][] = [
  ["nothing", "", /not a JSON effect list/],
  ["prose", "I will do it.", /not a JSON effect list/],
  ["a lone word", "response.", /not a JSON effect list/],
  ["a tag", "<reasoning_effort>5</reasoning_effort>", /not a JSON effect list/],
  ["other JSON", '{"answer": 42}', /not a JSON effect list/],
  ["null", "null", /not a JSON effect list/],
  ["a list that is no list", '{"effects": {"type": "reply"}}', /not a JSON effect list/],
  ["broken JSON", '{"effects":[{"type":"reply"', /not a JSON effect list/],
  ["an unknown effect", '{"effects":[{"type":"fly"}]}', /effect 1/],
  ["an effect that is a string", '{"effects":["reply"]}', /effect 1/],
  ["an effect that is null", '{"effects":[null]}', /effect 1/],
  ["a good one and a bad one", '{"effects":[{"type":"reply","reply":"x"},{"type":"reply"}]}', /effect 2/],
  ["an empty reply", '{"effects":[{"type":"reply","reply":"  "}]}', /effect 1/],
  ["an id of the wrong form", '{"effects":[{"type":"reply","of":"42","reply":"x"}]}', /effect 1/],
  [
    "a status that does not exist",
    '{"effects":[{"type":"set_status","all_open":true,"status":"gone"}]}',
    /effect 1/,
  ],
  ["a status for nobody", '{"effects":[{"type":"set_status","status":"done"}]}', /exactly one of/],
  [
    "a status for two kinds of choice",
    '{"effects":[{"type":"set_status","status":"done","all_open":true,"all_items":true}]}',
    /exactly one of/,
  ],
  ["a cancel of nothing", '{"effects":[{"type":"cancel"}]}', /exactly one of/],
  [
    "a confidence over 1",
    '{"effects":[{"type":"route","work_item_id":"wi_000001","message":"x","confidence":7}]}',
    /effect 1/,
  ],
  [
    "more effects than anybody can mean",
    JSON.stringify({ effects: Array.from({ length: 101 }, () => hi[0]) }),
    /more than 100 effects/,
  ],
];
for (const [name, answer, problem] of junk) {
  Deno.test(`parseEffects() says what is wrong with ${name}`, () => {
    const parsed = parseEffects(answer, PrimaryEffect);
    assert.ok(!parsed.ok);
    assert.match(parsed.problem, problem);
  });
}

Deno.test("parseEffects() gives each role its own effects", () => {
  const spawn = '{"type":"spawn","instructions":"x"}';
  assert.equal(parseEffects(spawn, PrimaryEffect).ok, false);
  assert.deepEqual(parseEffects(spawn, ManagerEffect), {
    ok: true,
    effects: [{ type: "spawn", instructions: "x", expect: "" }],
  });
});

Deno.test("parseEffects() cuts a text that is too long to be kept, and says so", () => {
  const parsed = parseEffects(JSON.stringify({ type: "reply", reply: "x".repeat(5_000_000) }), PrimaryEffect);
  assert.ok(parsed.ok && parsed.effects[0]?.type === "reply");
  const { reply } = parsed.effects[0];
  assert.ok(reply.length < 200_100);
  assert.match(reply, /x\n\n\[4800000 characters left out\]$/);
});

/** Each of these takes minutes when a pattern goes back over the text again and again. */
const nasty = [
  { name: "fences that never close", answer: "a```\n".repeat(200_000) },
  { name: "fences without an end", answer: "```json\n{\n".repeat(200_000) },
  { name: "spaces after a fence", answer: "```json" + " ".repeat(500_000) + "x\n".repeat(200_000) },
  { name: "braces", answer: "{".repeat(1_000_000) + "}".repeat(1_000_000) },
  { name: "backticks", answer: "`".repeat(2_000_000) },
];
for (const { name, answer } of nasty) {
  Deno.test(`parseEffects() reads an answer of nothing but ${name} at once`, () => {
    const startedAt = performance.now();
    assert.equal(parseEffects(answer, PrimaryEffect).ok, false);
    assert.ok(performance.now() - startedAt < 10_000);
  });
}
