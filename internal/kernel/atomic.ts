/** Files that are either the old or the new one, whatever happens in between. @module */
import { dirname, join } from "@std/path";
import { newId } from "./ids.ts";

export interface WriteOptions {
  /** Of the new file, 0600 unless told. */
  mode?: number;
  /** False: readers see the old or the new text, but a power cut may leave neither. */
  durable?: boolean;
}

/**
 * Writes beside the target, syncs, renames over it and syncs the folder.
 *
 * @throws What the system says (disk full, no permission); the old file is then untouched and nothing is left.
 */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = 0o600, durable = true } = options;
  const temporary = `${path}.${newId("tmp")}`;
  try {
    using file = await Deno.open(temporary, { write: true, createNew: true, mode });
    await writeAll(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
    if (durable) await file.sync();
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
  if (durable) await syncFolder(dirname(path));
}

/** After a power cut the folder has what it has now. */
export async function syncFolder(path: string): Promise<void> {
  if (Deno.build.os === "windows") return; // a folder cannot be opened there
  using folder = await Deno.open(path);
  await folder.sync();
}

/** Removes what writes into `folder` have left that were killed before their rename. Nobody may be writing there. */
export function removeUnfinished(folder: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (/\.json\.tmp[0-9a-z]{12}$/.test(name)) Deno.removeSync(join(folder, name));
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/** The text of a file, or undefined when there is none. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
