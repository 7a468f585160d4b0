import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { imageBytes, PIXEL, sentImage } from "../../tests/support/images.ts";
import { type DroppedImage, ImageType, type SentImage } from "../contract/conversation.ts";
import { checkImages, imageTypeOf, MAX_IMAGE_BYTES } from "./mod.ts";

const png = sentImage("image/png");

const cases: { name: string; sent: SentImage[]; taken: number; dropped: DroppedImage[] }[] = [
  { name: "takes each type", sent: ImageType.options.map((type) => sentImage(type)), taken: 4, dropped: [] },
  {
    name: "takes one of 6 MiB and none of a byte more",
    sent: [sentImage("image/png", MAX_IMAGE_BYTES), sentImage("image/png", MAX_IMAGE_BYTES + 1)],
    taken: 1,
    dropped: [{ index: 1, reason: "size" }],
  },
  {
    name: "takes no other type, by its name or by its bytes",
    sent: [
      { data: Buffer.from("hello").toString("base64"), mimeType: "text/plain" },
      { data: Buffer.from("<svg/>").toString("base64"), mimeType: "image/svg+xml" },
      { data: Buffer.from("hello").toString("base64"), mimeType: "image/png" },
      { ...png, mimeType: "image/gif" },
    ],
    taken: 0,
    dropped: [
      { index: 0, reason: "type" },
      { index: 1, reason: "type" },
      { index: 2, reason: "content" },
      { index: 3, reason: "content" },
    ],
  },
  {
    name: "takes no broken base64 and nothing empty",
    sent: [
      { ...png, data: `${png.data.slice(0, 20)}!${png.data.slice(21)}` },
      { ...png, data: `data:image/png;base64,${png.data}` },
      { ...png, data: "" },
    ],
    taken: 0,
    dropped: [0, 1, 2].map((index) => ({ index, reason: "content" })),
  },
  {
    name: "looks at the first four only, taken or not",
    sent: [{ ...png, mimeType: "text/plain" }, png, png, png, png, png],
    taken: 3,
    dropped: [
      { index: 0, reason: "type" },
      { index: 4, reason: "count" },
      { index: 5, reason: "count" },
    ],
  },
];
for (const { name, sent, taken, dropped } of cases) {
  Deno.test(`checkImages() ${name}`, () => {
    const checked = checkImages(sent);
    assert.equal(checked.images.length, taken);
    assert.deepEqual(checked.dropped, dropped);
  });
}

Deno.test("checkImages() gives the bytes that were sent", () => {
  const [image] = checkImages([{ data: PIXEL, mimeType: "image/png" }]).images;
  assert.equal(Buffer.from(image?.bytes ?? []).toString("base64"), PIXEL);
});

Deno.test("imageTypeOf() needs the whole beginning", () => {
  for (const type of ImageType.options) {
    const bytes = imageBytes(type);
    assert.equal(imageTypeOf(bytes), type);
    assert.equal(imageTypeOf(bytes.subarray(0, 2)), undefined);
  }
});
