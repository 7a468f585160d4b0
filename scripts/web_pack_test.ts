import assert from "node:assert/strict";
import { brotliDecompressSync } from "node:zlib";
import { unpackWeb } from "../internal/kernel/assets.ts";
import { packWeb } from "./web_pack.ts";

async function withPage(files: Record<string, string | Uint8Array>, check: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/assets`);
    for (const [name, content] of Object.entries(files)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(`${dir}/${name}`, bytes);
    }
    await check(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("packWeb() is undone by unpackWeb(): every byte, with type, etag and how long to keep it", async () => {
  const image = crypto.getRandomValues(new Uint8Array(5000));
  const files = { "index.html": "<p>é</p>", "assets/a-1.js": "let a;".repeat(100), "icon.png": image };
  await withPage(files, async (dir) => {
    const pack = unpackWeb(await packWeb(dir));
    assert.deepEqual([...pack.keys()].sort(), ["/assets/a-1.js", "/icon.png", "/index.html"]);
    for (const [path, asset] of pack) {
      assert.deepEqual(
        new Uint8Array(brotliDecompressSync(asset.brotli)),
        Deno.readFileSync(dir + path),
        path,
      );
      assert.match(asset.etag, /^"[\w+/]{20}"$/);
      assert.equal(asset.immutable, path.startsWith("/assets/"));
    }
    assert.equal(pack.get("/index.html")?.type, "text/html; charset=utf-8");
  });
});
Deno.test("packWeb() gives another etag for another content, and leaves source maps out", async () => {
  await withPage({ "a.txt": "one", "b.txt": "two", "a.js.map": "{}" }, async (dir) => {
    const pack = unpackWeb(await packWeb(dir));
    assert.deepEqual([...pack.keys()], ["/a.txt", "/b.txt"]);
    assert.notEqual(pack.get("/a.txt")?.etag, pack.get("/b.txt")?.etag);
  });
});
Deno.test("packWeb() gives the same bytes for the same files", async () => {
  await withPage({ "b.txt": "two", "a.txt": "one" }, async (dir) => {
    assert.deepEqual(await packWeb(dir), await packWeb(dir));
  });
});
Deno.test("packWeb() refuses a file whose type it does not know", async () => {
  await withPage({ "a.exe": "x" }, (dir) => assert.rejects(packWeb(dir), /a\.exe/));
});
