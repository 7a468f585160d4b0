import assert from "node:assert/strict";
import { printable } from "./_printable.ts";

const cases = [
  { name: "leaves text, tabs and lines", text: "a\tb\n你好 é", want: "a\tb\n你好 é" },
  { name: "shows escape sequences", text: "\x1b[2J\x1b]0;title\x07", want: "\\x1b[2J\\x1b]0;title\\x07" },
  { name: "shows the 8-bit form too", text: "\x9b2J", want: "\\x9b2J" },
  { name: "drops carriage returns", text: "a\r\nb\rc", want: "a\nbc" },
];
for (const { name, text, want } of cases) {
  Deno.test(`printable() ${name}`, () => assert.equal(printable(text), want));
}
