/** Images as small as they can be, and as large as a test wants. @module */
import { Buffer } from "node:buffer";
import type { ImageType } from "../../internal/contract/conversation.ts";

/** One pixel. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const BEGINNINGS: Record<ImageType, number[]> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff, 0xe0],
  "image/gif": [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  "image/webp": [0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
};

/** Bytes that begin as that type does and go on with nothing that could be shown. */
export function imageBytes(mimeType: ImageType, size = 32): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(BEGINNINGS[mimeType]);
  return bytes;
}

/** As a client sends it. */
export function sentImage(mimeType: ImageType, size?: number) {
  return { mimeType: mimeType as string, data: Buffer.from(imageBytes(mimeType, size)).toString("base64") };
}
