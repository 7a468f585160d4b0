/** The images that a prompt comes with: the CLI is given them, and the text says where their files are. @module */
import type { StoredImage } from "../contract/conversation.ts";
import type { Event } from "../contract/log.ts";
import type { Image } from "../agents/mod.ts";
import { imageFile, imagesOf } from "../conversation/mod.ts";

/** As much as one message may bring; of more, the newest are attached. */
const MAX_ATTACHED_BYTES = 24 * 1024 * 1024;
const MAX_ATTACHED = 8;

export interface Shown {
  /** Attached, oldest first. */
  images: Image[];
  /** What the prompt says about them; "" when there are none. */
  text: string;
}

interface Found extends Image {
  of: string;
  /** null: the file is not there any more. */
  bytes: number | null;
}

/**
 * @param home The home folder.
 * @param messages Oldest first; one that comes twice counts once. A file that is gone is only named.
 */
export async function showImages(home: string, messages: readonly Event[]): Promise<Shown> {
  const once = new Map(messages.map((message) => [originOf(message), message]));
  const found = await Promise.all(
    [...once].flatMap(([of, message]) => imagesOf(message).map((image) => find(home, of, image))),
  );
  const attached = new Set(newest(found));
  return {
    images: found.filter((image) => attached.has(image)).map(({ path, mimeType }) => ({ path, mimeType })),
    text: found.map((image) => describe(image, attached.has(image))).join("\n"),
  };
}

/** A copy shows the same as the message it was made of. */
function originOf({ id, payload: { of } }: Event): string {
  return typeof of === "string" ? of : id;
}

async function find(home: string, of: string, image: StoredImage): Promise<Found> {
  const path = imageFile(home, image);
  const bytes = await Deno.stat(path).then((info) => info.size, () => null);
  return { of, path, mimeType: image.mimeType, bytes };
}

function newest(found: readonly Found[]): Found[] {
  let room = MAX_ATTACHED_BYTES;
  const there = found.filter(({ bytes }) => bytes !== null).toReversed();
  const fitting = there.findIndex(({ bytes }, index) => index >= MAX_ATTACHED || (room -= bytes ?? 0) < 0);
  return fitting < 0 ? there : there.slice(0, fitting);
}

function describe({ of, path, bytes }: Found, isAttached: boolean): string {
  const state = isAttached ? "attached" : bytes === null ? "its file was removed" : "too many to attach";
  return `- of ${of}, ${state}: ${path}`;
}
