import { dirname, isAbsolute, relative, resolve } from "@std/path";

/**
 * The absolute path of a file that lies below `root`, followed through every link on the way.
 *
 * @returns `null` when it lies elsewhere.
 */
export async function insidePath(root: string, path: string): Promise<string | null> {
  const realRoot = await Deno.realPath(root);
  const wanted = resolve(realRoot, path);
  if (!isBelow(realRoot, wanted)) return null;
  const existing = await nearestExisting(wanted);
  // A link to nowhere has no real path, but writing to it would create what it points to.
  const real = await Deno.realPath(existing).catch(() => null);
  return real !== null && (real === realRoot || isBelow(realRoot, real)) ? wanted : null;
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await Deno.lstat(path);
    return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return nearestExisting(dirname(path));
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}
