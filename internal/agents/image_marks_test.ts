import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { fillIn, markOf } from "./image_marks.ts";

const join = async (text: string) => (await Array.fromAsync(fillIn(text))).join("");

Deno.test("fillIn() puts files of any length into the places of their marks, also inside JSON", async () => {
  await using dir = await tempDir();
  for (const length of [0, 1, 48 * 1024, 48 * 1024 + 1, 200_000]) {
    const bytes = new Uint8Array(length).map((_, at) => at * 7);
    const path = dir.at(`a "b" é <c> ${length}.png`);
    await Deno.writeFile(path, bytes);
    const data = markOf({ path, mimeType: "image/png" });
    const filled = JSON.parse(await join(JSON.stringify({ before: "x", data, again: data, after: "y" })));
    const base64 = Buffer.from(bytes).toString("base64");
    assert.deepEqual(filled, { before: "x", data: base64, again: base64, after: "y" });
  }
});

Deno.test("fillIn() passes other text on, and leaves out a file that is gone", async () => {
  assert.equal(await join("<no:mark> \n"), "<no:mark> \n");
  assert.equal(await join(`a${markOf({ path: "/nowhere/a.png", mimeType: "image/png" })}b`), "ab");
});
