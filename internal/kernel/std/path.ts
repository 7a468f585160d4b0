/** The part of `@std/path` that newpi uses, over `node:path`. `deno.json` maps the name here. @module */
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Named one by one: `export *` from a Node built-in loses the types, a wrong name would pass the check.
export const {
  basename,
  delimiter: DELIMITER,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep: SEPARATOR,
} = path;
export type { ParsedPath } from "node:path";

/** @throws {TypeError} If `url` is not a `file:` URL. */
export function fromFileUrl(url: string | URL): string {
  return fileURLToPath(url);
}

/** @throws {TypeError} If `path` is relative; Node would silently resolve it against the working directory. */
export function toFileUrl(path: string): URL {
  if (!isAbsolute(path)) throw new TypeError(`Path must be absolute: received "${path}"`);
  return pathToFileURL(path);
}
