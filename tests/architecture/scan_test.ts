import assert from "node:assert/strict";
import { blank } from "./scan.ts";

const comments = [
  { name: "a line comment", text: "a(); // b()\nc()", want: "a();       \nc()" },
  { name: "a block comment", text: "a /* b\n */ c", want: "a     \n    c" },
  {
    name: "nothing in a string",
    text: "x = \"// no\"; y = '/* no */'",
    want: "x = \"// no\"; y = '/* no */'",
  },
  { name: "nothing in a template", text: "x = `// ${a /* b */} // no`", want: "x = `// ${a        } // no`" },
  { name: "nothing in a regular expression", text: "x = /[/]\\/\\/'/; // y", want: "x = /[/]\\/\\/'/;     " },
  { name: "a comment after a division", text: "x = a / b; // c", want: "x = a / b;     " },
  { name: "a comment after a template in a template", text: "`${`${a}`}` // b", want: "`${`${a}`}`     " },
  {
    name: "a comment after an object in a template",
    text: "`${{ a: {} }.a}` // b",
    want: "`${{ a: {} }.a}`     ",
  },
  { name: "a comment after an apostrophe in markup", text: "<p>Don't</p>\n// b", want: "<p>Don't</p>\n    " },
];
for (const { name, text, want } of comments) {
  Deno.test(`blank() of comments takes ${name}`, () => assert.equal(blank(text, ["comment"]), want));
}

const strings = [
  { name: "a string", text: 'a("b\\"c")', want: 'a("    ")' },
  { name: "a template, but not its code", text: "`a ${b.c} d`", want: "`  ${b.c}  `" },
];
for (const { name, text, want } of strings) {
  Deno.test(`blank() of strings takes ${name}`, () => assert.equal(blank(text, ["string"]), want));
}
