/** Images that are named on the command line, read and checked before anything is sent. */
import { Buffer } from "node:buffer";
import type { SentImage } from "../internal/contract/conversation.ts";
import { imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGES } from "../internal/conversation/mod.ts";
import { InvalidError } from "../internal/kernel/errors.ts";

/** @throws {InvalidError} Names the first file that is no image newpi takes. */
export async function readImages(paths: readonly string[]): Promise<SentImage[]> {
  if (paths.length > MAX_IMAGES) {
    throw new InvalidError(`A message takes ${MAX_IMAGES} images, not ${paths.length}`, "TOO_MANY_IMAGES");
  }
  return await Promise.all(paths.map(readImage));
}

async function readImage(path: string): Promise<SentImage> {
  const bytes = await read(path);
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw new InvalidError(`"${path}" is larger than 6 MiB`, "IMAGE_TOO_LARGE");
  }
  const mimeType = imageTypeOf(bytes);
  if (mimeType === undefined) {
    throw new InvalidError(`"${path}" is not a PNG, JPEG, GIF or WebP image`, "IMAGE_UNKNOWN");
  }
  return { mimeType, data: Buffer.from(bytes).toString("base64") };
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidError(`Cannot read the image "${path}": ${reason}`, "IMAGE_UNREADABLE");
  }
}
