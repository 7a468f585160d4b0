/**
 * The files of images: `inbox/<day>/img_<message>_<n>.<ext>` below the home folder. A file is there before its message
 * is, and its name says which message that is, so that one whose message never came can be told.
 *
 * @module
 */
import { join } from "@std/path";
import { syncFolder, writeAtomic } from "../kernel/atomic.ts";
import { timestamp } from "../kernel/clock.ts";
import { StorageFullError } from "../kernel/sqlite.ts";
import type { ImageType, StoredImage } from "../contract/conversation.ts";
import type { Event } from "../contract/log.ts";
import type { CheckedImage } from "./image_check.ts";

const INBOX = "inbox";
const EXTENSIONS: Record<ImageType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};
const NAME = /^img_([0-9a-z]+)_/;

/**
 * On disk when it resolves, readable by their owner alone; all of them or none.
 *
 * @param home The home folder.
 */
export async function keepImages(
  home: string,
  messageId: string,
  images: readonly CheckedImage[],
): Promise<StoredImage[]> {
  if (images.length === 0) return [];
  const day = timestamp().slice(0, 10);
  const folder = join(home, INBOX, day);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(join(home, INBOX));
  const stored: StoredImage[] = [];
  const writes = images.map(({ bytes, mimeType }, index) => {
    const name = `img_${messageId.replace(/^ev_/, "")}_${index + 1}.${EXTENSIONS[mimeType]}`;
    const image = { path: [INBOX, day, name].join("/"), mimeType };
    stored.push(image);
    return writeAtomic(imageFile(home, image), bytes);
  });
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === "rejected");
  if (failed === undefined) return stored;
  await discardImages(home, stored);
  throw isFull(failed.reason) ? new StorageFullError(FULL, { cause: failed.reason }) : failed.reason;
}

const FULL = "There is no space left on the disk for the images, so nothing was stored";

const isFull = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC";

/** For a message that was not stored. Never rejects: what stays is found by the next start. */
export async function discardImages(home: string, images: readonly StoredImage[]): Promise<void> {
  await Promise.all(images.map((image) => Deno.remove(imageFile(home, image)).catch(() => {})));
}

/** @param image Of an event, so that its path is one that `keepImages` has made. */
export function imageFile(home: string, { path }: StoredImage): string {
  return join(home, ...path.split("/"));
}

/** What a message shows; nothing when it was hidden. */
export function imagesOf({ payload }: Event): StoredImage[] {
  return (payload.images ?? []) as StoredImage[];
}

/**
 * Removes what a runtime left that was killed between an image and its message. That was the last thing it did, so
 * only the newest folders are looked into. Nobody may be writing there.
 *
 * @param isStored Whether there is a message with this id.
 */
export function removeStrayImages(home: string, isStored: (messageId: string) => boolean): void {
  const days = [...Deno.readDirSync(join(home, INBOX))].filter((entry) => entry.isDirectory);
  for (const { name: day } of days.toSorted((a, b) => a.name < b.name ? 1 : -1).slice(0, 2)) {
    for (const { name } of Deno.readDirSync(join(home, INBOX, day))) {
      const [, message] = NAME.exec(name) ?? [];
      if (message !== undefined && !isStored(`ev_${message}`)) Deno.removeSync(join(home, INBOX, day, name));
    }
  }
}
