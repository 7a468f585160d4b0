import assert from "node:assert/strict";
import * as path from "@std/path";

/** A path written with slashes, as this system writes it. */
const native = (text: string) => text.replaceAll("/", path.SEPARATOR);

const cases = [
  {
    name: "join() drops empty and dot segments",
    got: path.join("a", "", "./b", "../c"),
    want: native("a/c"),
  },
  { name: "normalize() folds dots", got: path.normalize("a//b/./../c/"), want: native("a/c/") },
  { name: "dirname() of a bare name is a dot", got: path.dirname("a.txt"), want: "." },
  { name: "basename() takes a suffix off", got: path.basename("/x/a.tar.gz", ".gz"), want: "a.tar" },
  { name: "extname() is the last one", got: path.extname("a.tar.gz"), want: ".gz" },
  { name: "extname() of a dot file is empty", got: path.extname(".env"), want: "" },
  { name: "relative() climbs", got: path.relative("/a/b/c", "/a/d"), want: native("../../d") },
  { name: "isAbsolute() is false for a relative path", got: path.isAbsolute("a/b"), want: false },
  {
    name: "resolve() starts at the working directory",
    got: path.resolve("a"),
    want: path.join(Deno.cwd(), "a"),
  },
  { name: "parse() splits name and extension", got: path.parse("/x/a.b.ts").name, want: "a.b" },
  {
    name: "format() puts them together",
    got: path.format({ dir: "x", name: "a", ext: ".ts" }),
    want: native("x/a.ts"),
  },
];
for (const { name, got, want } of cases) Deno.test(name, () => assert.equal(got, want));

Deno.test("toFileUrl() and fromFileUrl() are inverse, whatever the characters", () => {
  const file = path.resolve("a b", "50%", "é#1?.txt");
  const url = path.toFileUrl(file);
  assert.equal(url.protocol, "file:");
  assert.equal(path.fromFileUrl(url), file);
  assert.equal(path.fromFileUrl(url.href), file);
});
Deno.test("toFileUrl() refuses a relative path", () => assert.throws(() => path.toFileUrl("a/b"), TypeError));
Deno.test("fromFileUrl() refuses another scheme", () => {
  assert.throws(() => path.fromFileUrl("https://example.com/a"), TypeError);
});
