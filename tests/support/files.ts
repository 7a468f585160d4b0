/** Waiting for a file instead of sleeping. @module */
import { dirname } from "@std/path";

/** Resolves once `path` is there (its folder must be). @throws {Error} When it does not come within `ms`. */
export async function fileAppears(path: string, ms = 10_000): Promise<void> {
  const watcher = Deno.watchFs(dirname(path), { recursive: false });
  const timer = setTimeout(() => watcher.close(), ms);
  try {
    if (await exists(path)) return;
    for await (const _ of watcher) if (await exists(path)) return;
    throw new Error(`"${path}" did not appear within ${ms} ms`);
  } finally {
    clearTimeout(timer);
    try {
      watcher.close();
    } catch { /* the timer closed it */ }
  }
}

export async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
