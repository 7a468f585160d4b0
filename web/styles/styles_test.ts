/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { fromFileUrl, join } from "@std/path";

const web = fromFileUrl(new URL("..", import.meta.url));

function stylesheets(dir: string): string[] {
  return [...Deno.readDirSync(join(web, dir))].flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory ? stylesheets(path) : path.endsWith(".css") ? [path] : [];
  });
}

/** Media queries cannot read variables. */
function declarations(path: string): string[] {
  return Deno.readTextFileSync(join(web, path)).split("\n").filter((line) => !line.includes("@media"));
}

for (const path of [...stylesheets("pages"), ...stylesheets("shell")]) {
  Deno.test(`${path} takes sizes and colours from the tokens`, () => {
    const own = declarations(path).filter((line) => /\d(px|rem)\b|#[0-9a-f]{3}|oklch\(|rgb|hsl/i.test(line));
    assert.deepEqual(own, []);
  });
}

Deno.test("every variable that a style uses is a token", () => {
  const tokens = Deno.readTextFileSync(join(web, "styles/tokens.css"));
  const used = ["pages", "shell", "styles", "ui"].flatMap(stylesheets)
    .flatMap((path) =>
      [...Deno.readTextFileSync(join(web, path)).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)
    );
  assert.deepEqual([...new Set(used)].filter((name) => !tokens.includes(`${name}:`)), []);
});

Deno.test("every colour has a value in the dark", () => {
  const [light = "", dark = ""] = Deno.readTextFileSync(join(web, "styles/tokens.css")).split(
    '[data-theme="dark"]',
  );
  const colours = (css: string) =>
    [...css.matchAll(/(--[\w-]+):[^;]*oklch/g)].map(([, name]) => name).toSorted();
  assert.deepEqual(colours(dark), colours(light));
});
