import assert from "node:assert/strict";
import { noticesText, packageDirs, pageModules } from "./notices.ts";

const dirs = [
  { name: "own files have none", module: "internal/kernel/ids.ts", want: [] },
  { name: "a package", module: "node_modules/zod/v4/index.js", want: ["node_modules/zod"] },
  { name: "a scoped package", module: "node_modules/@a/b/c.js", want: ["node_modules/@a/b"] },
  {
    name: "the innermost of nested packages",
    module: "../node_modules/.deno/x@1/node_modules/x/dist/x.js",
    want: ["../node_modules/.deno/x@1/node_modules/x"],
  },
];
for (const { name, module, want } of dirs) {
  Deno.test(`packageDirs() ${name}`, () => assert.deepEqual(packageDirs([module]), want));
}
Deno.test("packageDirs() names each package once", () => {
  assert.deepEqual(packageDirs(["node_modules/a/1.js", "node_modules/a/2.js"]), ["node_modules/a"]);
});

async function withPackage(files: Record<string, string>, check: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/node_modules/p`, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${dir}/node_modules/p/${name}`, text);
    }
    await check(`${dir}/node_modules/p/index.js`);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}
const manifest = JSON.stringify({ name: "p", version: "1.2.3", license: "ISC" });

Deno.test("noticesText() holds the licence of newpi, the runtime and each package", async () => {
  await withPackage({ "package.json": manifest, "LICENSE.md": "Copyright somebody" }, async (module) => {
    const text = await noticesText([module, "main.ts"]);
    for (const part of ["newpi", "Deno", "SQLite", "V8", "p 1.2.3 (ISC)\n\nCopyright somebody"]) {
      assert.ok(text.includes(part), part);
    }
  });
});
Deno.test("noticesText() says when a package has no licence text", async () => {
  await withPackage({ "package.json": manifest }, async (module) => {
    assert.match(await noticesText([module]), /p 1\.2\.3 \(ISC\)\n\nThe package comes without/);
  });
});

Deno.test("pageModules() reads the sources of every script", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/assets`);
    const map = JSON.stringify({ sources: ["../../node_modules/a/a.js", "../main.tsx"] });
    await Deno.writeTextFile(`${dir}/assets/x.js.map`, map);
    assert.deepEqual(packageDirs(await pageModules(dir)).map((path) => path.split("/").slice(-2).join("/")), [
      "node_modules/a",
    ]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
