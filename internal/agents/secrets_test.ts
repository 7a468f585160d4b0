import assert from "node:assert/strict";
import { masker } from "./secrets.ts";

const cases: { name: string; env: Record<string, string>; text: string; want?: string }[] = [
  { name: "hides a key", env: { OPENAI_API_KEY: "sk-123456" }, text: "no sk-123456 no", want: "no [key] no" },
  {
    name: "hides it wherever it is",
    env: { GH_TOKEN: "gh-123456" },
    text: "gh-123456gh-123456",
    want: "[key][key]",
  },
  {
    name: "hides one that begins with another",
    env: { A_KEY: "abcdefghi", B_SECRET: "abcdefghijkl" },
    text: "abcdefghijkl",
    want: "[key]",
  },
  {
    name: "hides one that is written as JSON",
    env: { A_KEY: 'abc"def\nghi' },
    text: String.raw`{"x":"abc\"def\nghi"}`,
    want: '{"x":"[key]"}',
  },
  { name: "knows names in any case", env: { my_api_key: "sk-123456" }, text: "sk-123456", want: "[key]" },
  { name: "takes no other variable for a key", env: { KEYBOARD: "en-us-intl" }, text: "en-us-intl" },
  { name: "takes no word for a key", env: { LM_API_KEY: "ollama" }, text: "ollama run" },
  { name: "takes no empty value for a key", env: { A_KEY: "" }, text: "abc" },
];
for (const { name, env, text, want = text } of cases) {
  Deno.test(`masker().whole() ${name}`, () => assert.equal(masker(env).whole(text), want));
}

const streams = [
  { name: "hides a key in two pieces", pieces: ["It is sk-12", "3456!"], want: ["It is ", "[key]!", ""] },
  {
    name: "hides a key in many",
    pieces: ["s", "k-1", "23", "456", "."],
    want: ["", "", "", "[key]", ".", ""],
  },
  { name: "gives back what was none", pieces: ["ask", "ed"], want: ["a", "sked", ""] },
  { name: "gives back what ends too early", pieces: ["a sk-1234"], want: ["a ", "sk-1234"] },
  { name: "hides one behind a false start", pieces: ["sk-sk-1", "23456"], want: ["sk-", "[key]", ""] },
];
for (const { name, pieces, want } of streams) {
  Deno.test(`masker().piece() ${name}`, () => {
    const mask = masker({ OPENAI_API_KEY: "sk-123456" });
    assert.deepEqual([...pieces.map(mask.piece), mask.rest()], want);
  });
}
