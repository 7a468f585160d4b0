/** Which of the images that were sent are taken: by their first bytes, their size and their number. @module */
import { Buffer } from "node:buffer";
import { type DroppedImage, ImageType, type SentImage } from "../contract/conversation.ts";

export const MAX_IMAGES = 4;
export const MAX_IMAGE_BYTES = 6 * 1024 * 1024;

export interface CheckedImage {
  bytes: Uint8Array;
  mimeType: ImageType;
}

/** Takes tens of milliseconds for images of the largest size: not on the main thread, then. */
export function checkImages(
  sent: readonly SentImage[],
): { images: CheckedImage[]; dropped: DroppedImage[] } {
  const judged = sent.map((image, index) => index < MAX_IMAGES ? judge(image) : "count");
  return {
    images: judged.filter((verdict) => typeof verdict !== "string"),
    dropped: judged.flatMap((verdict, index) =>
      typeof verdict === "string" ? [{ index, reason: verdict }] : []
    ),
  };
}

function judge({ data, mimeType }: SentImage): CheckedImage | DroppedImage["reason"] {
  const type = ImageType.safeParse(mimeType);
  if (!type.success) return "type";
  const length = decodedLength(data);
  if (length > MAX_IMAGE_BYTES) return "size";
  const bytes = Buffer.from(data, "base64");
  // What is no base64 is passed over by the decoder, and then there is less than there should be.
  return bytes.length === length && imageTypeOf(bytes) === type.data
    ? { bytes, mimeType: type.data }
    : "content";
}

const decodedLength = (base64: string) => Math.floor(base64.replace(/={1,2}$/, "").length * 3 / 4);

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** How files of a type begin; a gap may hold anything. */
const BEGINNINGS: [ImageType, (number | null)[]][] = [
  ["image/png", [0x89, ...ascii("PNG\r\n\x1a\n")]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", ascii("GIF87a")],
  ["image/gif", ascii("GIF89a")],
  ["image/webp", [...ascii("RIFF"), null, null, null, null, ...ascii("WEBP")]],
];

/** @returns undefined for what is no image that newpi takes. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  return BEGINNINGS.find(([, beginning]) =>
    beginning.every((byte, at) => byte === null ? at < bytes.length : bytes[at] === byte)
  )?.[0];
}
