/** Images in what is written to a CLI: a mark stands for a file's base64, which is read while it is written. @module */
import { Buffer } from "node:buffer";
import type { Image } from "./driver.ts";

/** No text that comes from outside can hold it, so none can name a file. */
const SECRET = crypto.randomUUID();
const MARK = new RegExp(`<${SECRET}:([^>]*)>`);
/** Of three bytes four letters are made. A piece is short, so that other work goes on between two. */
const PIECE_BYTES = 3 * 16 * 1024;

/** The same inside and outside of JSON. */
export function markOf({ path }: Image): string {
  return `<${SECRET}:${encodeURIComponent(path)}>`;
}

/** The text in pieces, with the images in their places; one whose file is gone is empty. */
export async function* fillIn(text: string): AsyncGenerator<string, void> {
  for (const [place, part] of text.split(MARK).entries()) {
    if (place % 2 === 1) yield* base64Of(decodeURIComponent(part));
    else yield part;
  }
}

async function* base64Of(path: string): AsyncGenerator<string, void> {
  using file = await Deno.open(path).catch(() => undefined);
  if (file === undefined) return;
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let length = PIECE_BYTES; length === PIECE_BYTES;) {
    length = await fill(piece, file);
    yield piece.toString("base64", 0, length);
  }
}

/** @returns How many bytes there were; fewer than fit in only at the end of the file. */
async function fill(piece: Uint8Array, file: Deno.FsFile): Promise<number> {
  let length = 0;
  while (length < piece.length) {
    const read = await file.read(piece.subarray(length));
    if (read === null) break;
    length += read;
  }
  return length;
}
