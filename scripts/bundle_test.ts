import assert from "node:assert/strict";
import { resolve } from "@std/path";
import { aliases } from "./bundle.ts";

const cases = [
  { name: "maps a local file to its path", from: "@std/x", to: "./lib/x.ts", want: resolve("lib/x.ts") },
  { name: "leaves a package of the same name out", from: "hono", to: "npm:hono@4.13.19", want: undefined },
  { name: "leaves a scoped package out", from: "@a/b", to: "npm:@a/b@1.0.0", want: undefined },
  { name: "maps another name to its package", from: "y", to: "npm:yaml@2.9.1", want: "yaml" },
  { name: "keeps the path inside a package", from: "streaming", to: "npm:@a/b@1.0.0/sub", want: "@a/b/sub" },
];
for (const { name, from, to, want } of cases) {
  Deno.test(`aliases() ${name}`, () => assert.equal(aliases({ [from]: to })[from], want));
}
