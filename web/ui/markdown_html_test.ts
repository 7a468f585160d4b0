/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { markdownHtml } from "./markdown_html.ts";

const html = (text: string) => markdownHtml(text, { copy: "Copy", done: "Done", notDone: "Open" }).trim();

const cases = [
  {
    name: "opens links outside",
    text: "[a](https://example.org/?a=1&b=2)",
    want: '<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a></p>',
  },
  { name: "makes no link of a script", text: "[a](javascript:alert(1))", want: "<p>a</p>" },
  { name: "makes no link of a path", text: "[code](src/a.ts)", want: "<p>code</p>" },
  {
    name: "links a picture instead of loading it",
    text: "![chart](https://example.org/a.png)",
    want: '<p><a href="https://example.org/a.png" target="_blank" rel="noopener noreferrer">chart</a></p>',
  },
  {
    name: "shows HTML as text",
    text: "a <img src=x onerror=alert(1)> b",
    want: "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>",
  },
  {
    name: "shows a block of HTML as text",
    text: "<script>alert(1)</script>",
    want: "&lt;script&gt;alert(1)&lt;/script&gt;",
  },
  { name: "keeps line breaks", text: "a\nb<br>c", want: "<p>a<br>b<br>c</p>" },
  {
    name: "puts headings below the page's own and one below the other",
    text: "## A\n##### B\n### C\n# D\n###### E",
    want: "<h3>A</h3><h4>B</h4><h4>C</h4><h3>D</h3><h4>E</h4>",
  },
  {
    name: "marks tasks with words",
    text: "- [x] a",
    want: '<ul>\n<li class="task"><span class="task-box on" role="img" aria-label="Done">✓</span>a</li></ul>',
  },
];
for (const { name, text, want } of cases) {
  Deno.test(`markdownHtml() ${name}`, () => assert.equal(html(text), want));
}

Deno.test("markdownHtml() gives code its language and a button, and escapes both", () => {
  const got = html('```ts"><b>\nif (a < b) {}\n```');
  assert.match(got, /<span>ts&quot;&gt;&lt;b&gt;<\/span><button type="button" data-copy>Copy<\/button>/);
  assert.match(got, /<code>if \(a &lt; b\) \{\}<\/code>/);
});

Deno.test("markdownHtml() lets a wide table scroll by itself", () => {
  assert.match(
    html("| a | b |\n| --- | ---: |\n| 1 | 2 |"),
    /^<div class="table" tabindex="0"><table><thead><tr><th>a<\/th>/,
  );
});
