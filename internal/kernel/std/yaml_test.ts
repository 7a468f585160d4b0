import assert from "node:assert/strict";
import { parse, stringify } from "@std/yaml";

const readings = [
  { name: "an empty text as null", text: "", want: null },
  { name: "a mapping", text: "a: 1\nb: [x, 'y']\n", want: { a: 1, b: ["x", "y"] } },
  { name: "yes and no as text", text: "[yes, no, on]", want: ["yes", "no", "on"] },
  { name: "booleans and null", text: "[true, False, ~, null]", want: [true, false, null, null] },
  { name: "octal and hexadecimal numbers", text: "[0o14, 0xff]", want: [12, 255] },
  { name: "a timestamp as a date", text: "2026-01-02", want: new Date("2026-01-02") },
  { name: "merge keys", text: "a: &a {x: 1}\nb: {<<: *a, y: 2}", want: { a: { x: 1 }, b: { x: 1, y: 2 } } },
];
for (const { name, text, want } of readings) {
  Deno.test(`parse() reads ${name}`, () => assert.deepEqual(parse(text), want));
}
Deno.test("parse() leaves a timestamp alone in the core schema", () => {
  assert.equal(parse("2026-01-02", { schema: "core" }), "2026-01-02");
});
Deno.test("parse() takes the last of two equal keys when told to", () => {
  assert.deepEqual(parse("a: 1\na: 2", { allowDuplicateKeys: true }), { a: 2 });
});

const refusals = [
  { name: "broken syntax", text: "a: [1" },
  { name: "a key twice", text: "a: 1\na: 2" },
  { name: "a second document", text: "a\n---\nb" },
  { name: "an unknown tag", text: "!!js/function 'x'" },
  { name: "a tab as indentation", text: "a:\n\tb: 1" },
];
for (const { name, text } of refusals) {
  Deno.test(`parse() refuses ${name}`, () => assert.throws(() => parse(text), SyntaxError));
}

const values = [
  { name: "nested data", value: { a: [1, 2.5, { b: null }], c: true } },
  {
    name: "text that looks like something else",
    value: ["2026-01-02", "1e3", "null", "true", "~", "- x", "a: b", ""],
  },
  { name: "text of many lines", value: "one\n two\n\nthree\n" },
  { name: "a date", value: { at: new Date("2026-01-02T03:04:05.678Z") } },
  { name: "a long line", value: "word ".repeat(60) + "end" },
];
for (const { name, value } of values) {
  Deno.test(`stringify() writes ${name} so that parse() reads it`, () => {
    assert.deepEqual(parse(stringify(value)), value);
  });
}
Deno.test("stringify() sorts keys only when told to", () => {
  assert.equal(stringify({ b: 1, a: 2 }), "b: 1\na: 2\n");
  assert.equal(stringify({ b: 1, a: 2 }, { sortKeys: true }), "a: 2\nb: 1\n");
});
Deno.test("stringify() never folds with a line width of -1", () => {
  assert.equal(stringify("word ".repeat(60) + "end", { lineWidth: -1 }).trim().split("\n").length, 1);
});
Deno.test("stringify() refuses what YAML cannot hold", () => {
  assert.throws(() => stringify({ f: () => 1 }), TypeError);
  assert.throws(() => stringify({ u: undefined }), TypeError);
});
