/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { addressOf, attachmentsState } from "./attachments.ts";

function setUp() {
  let keys = 0;
  return attachmentsState(() => `key-${++keys}`);
}
const file = (name: string, type = "image/png", content: BlobPart = name) =>
  new File([content], name, { type });
const names = (images: readonly { name: string }[]) => images.map(({ name }) => name);

Deno.test("add() reads images in their order, as base64", async () => {
  const { images, refusals, add } = setUp().of("main");
  await add([file("a.png"), file("b.webp", "image/webp")]);
  assert.deepEqual(images.value, [
    { id: "key-1", name: "a.png", mimeType: "image/png", data: btoa("a.png") },
    { id: "key-2", name: "b.webp", mimeType: "image/webp", data: btoa("b.webp") },
  ]);
  assert.deepEqual(refusals.value, []);
  assert.equal(images.value[0] && addressOf(images.value[0]), `data:image/png;base64,${btoa("a.png")}`);
});

Deno.test("add() says of each file why it is not taken", async () => {
  const { images, refusals, add } = setUp().of("main");
  const large = file("large.png", "image/png", new Uint8Array(6 * 1024 * 1024 + 1));
  await add([file("notes.txt", "text/plain"), large, ...["1", "2", "3", "4", "5"].map((name) => file(name))]);
  assert.deepEqual(names(images.value), ["1", "2", "3", "4"]);
  assert.deepEqual(refusals.value, [
    { reason: "type", name: "notes.txt" },
    { reason: "size", name: "large.png" },
    { reason: "count", name: "5" },
  ]);
  await add([file("6")]);
  assert.deepEqual(refusals.value, [{ reason: "count", name: "6" }]);
});

Deno.test("add() twice at once takes no more than a message may have", async () => {
  const { images, add } = setUp().of("main");
  const three = ["a", "b", "c"].map((name) => file(name));
  await Promise.all([add(three), add(three)]);
  assert.equal(images.value.length, 4);
});

Deno.test("take() empties what remove() and restore() have made, in one thread only", async () => {
  const state = setUp();
  const main = state.of("main");
  await main.add([file("a"), file("b"), file("x", "text/plain")]);
  await state.of("wi_other1").add([file("other")]);
  main.remove("key-1");
  assert.deepEqual([names(main.images.value), main.refusals.value], [["b"], []]);
  const taken = main.take();
  assert.deepEqual([names(taken), main.images.value], [["b"], []]);
  main.restore(taken);
  assert.deepEqual(names(state.of("main").images.value), ["b"]);
  assert.deepEqual(names(state.of("wi_other1").images.value), ["other"]);
});
