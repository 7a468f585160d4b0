import assert from "node:assert/strict";
import { imageBytes, PIXEL } from "../tests/support/images.ts";
import { tempDir } from "../tests/support/temp.ts";
import { Buffer } from "node:buffer";
import { readImages } from "./_images.ts";

Deno.test("readImages() tells an image by its bytes, whatever its name", async () => {
  await using dir = await tempDir();
  await Deno.writeFile(dir.at("picture.txt"), Buffer.from(PIXEL, "base64"));
  assert.deepEqual(await readImages([dir.at("picture.txt")]), [{ mimeType: "image/png", data: PIXEL }]);
  assert.deepEqual(await readImages([]), []);
});

const refused: { name: string; bytes?: Uint8Array; count?: number; code: string }[] = [
  { name: "a file that is not there", code: "IMAGE_UNREADABLE" },
  { name: "a text", bytes: new TextEncoder().encode("hello"), code: "IMAGE_UNKNOWN" },
  { name: "nothing", bytes: new Uint8Array(), code: "IMAGE_UNKNOWN" },
  { name: "more than 6 MiB", bytes: imageBytes("image/gif", 6 * 1024 * 1024 + 1), code: "IMAGE_TOO_LARGE" },
  { name: "five", bytes: imageBytes("image/gif"), count: 5, code: "TOO_MANY_IMAGES" },
];
for (const { name, bytes, count = 1, code } of refused) {
  Deno.test(`readImages() refuses ${name}`, async () => {
    await using dir = await tempDir();
    if (bytes !== undefined) await Deno.writeFile(dir.at("a.gif"), bytes);
    await assert.rejects(readImages(Array(count).fill(dir.at("a.gif"))), { code });
  });
}
