import { join } from "@std/path";
import assert from "node:assert/strict";
import { imageBytes } from "../../tests/support/images.ts";
import { tempDir } from "../../tests/support/temp.ts";
import { newId } from "../kernel/ids.ts";
import { discardImages, imageFile, keepImages, removeStrayImages } from "./mod.ts";

async function home() {
  const dir = await tempDir();
  await Deno.mkdir(dir.at("inbox"));
  return {
    path: dir.path,
    files: () => filesIn(dir.at("inbox")),
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap((entry) =>
    entry.isDirectory ? filesIn(join(folder, entry.name)) : [entry.name]
  ).toSorted();
}

const png = { bytes: imageBytes("image/png"), mimeType: "image/png" } as const;
const jpeg = { bytes: imageBytes("image/jpeg"), mimeType: "image/jpeg" } as const;

Deno.test("keepImages() names files after their message and closes them to others", async () => {
  await using test = await home();
  const stored = await keepImages(test.path, "ev_abc123", [png, jpeg]);
  assert.deepEqual(test.files(), ["img_abc123_1.png", "img_abc123_2.jpg"]);
  assert.match(stored[1]?.path ?? "", /^inbox\/\d{4}-\d\d-\d\d\/img_abc123_2\.jpg$/);
  assert.equal(stored[1]?.mimeType, "image/jpeg");
  for (const image of stored) {
    const file = imageFile(test.path, image);
    assert.deepEqual(await Deno.readFile(file), image.path.endsWith("png") ? png.bytes : jpeg.bytes);
    if (Deno.build.os === "windows") continue;
    assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
    assert.equal((Deno.statSync(join(file, "..")).mode ?? 0) & 0o777, 0o700);
  }
  await discardImages(test.path, stored);
  assert.deepEqual(test.files(), []);
  await discardImages(test.path, stored);
});

Deno.test("keepImages() leaves nothing when one of them cannot be written", async () => {
  await using test = await home();
  const [first] = await keepImages(test.path, "ev_abc123", [png]);
  assert.ok(first !== undefined);
  const second = imageFile(test.path, first).replace("_1.png", "_2.jpg");
  await discardImages(test.path, [first]);
  await Deno.mkdir(second);
  await assert.rejects(keepImages(test.path, "ev_abc123", [png, jpeg]));
  assert.deepEqual(test.files(), []);
});

Deno.test("removeStrayImages() takes images of messages that never came, whole or half written, and no other file", async () => {
  await using test = await home();
  const known = newId("ev_");
  const [kept] = await keepImages(test.path, known, [png]);
  const [stray] = await keepImages(test.path, newId("ev_"), [png, jpeg]);
  assert.ok(kept !== undefined && stray !== undefined);
  await Deno.writeTextFile(`${imageFile(test.path, stray).replace("_1.", "_3.")}.tmp0123456789ab`, "");
  await Deno.writeTextFile(join(imageFile(test.path, kept), "..", "notes.txt"), "mine");
  assert.equal(test.files().length, 5);
  removeStrayImages(test.path, (id) => id === known);
  assert.deepEqual(test.files(), [kept.path.split("/").at(-1), "notes.txt"]);
});
