/** The built page in one file: an index, then every file compressed. `internal/kernel/assets.ts` reads it. @module */
import { brotliCompressSync, constants } from "node:zlib";
import { extname, join, relative, SEPARATOR } from "@std/path";
import type { WebPackEntry } from "../internal/kernel/assets.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Packs all files below `dir` except source maps; the same files always give the same bytes. */
export async function packWeb(dir: string): Promise<Uint8Array<ArrayBuffer>> {
  const index: Record<string, WebPackEntry> = {};
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const file of listFiles(dir)) {
    const bytes = Deno.readFileSync(file);
    const brotli = compress(bytes);
    const path = `/${relative(dir, file).replaceAll(SEPARATOR, "/")}`;
    index[path] = {
      type: typeOf(file),
      etag: await etagOf(bytes),
      immutable: path.startsWith("/assets/"),
      at,
      length: brotli.length,
    };
    contents.push(brotli);
    at += brotli.length;
  }
  const head = new TextEncoder().encode(JSON.stringify(index));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, head.length);
  return new Uint8Array(
    await new Blob([length, head, ...contents as Uint8Array<ArrayBuffer>[]]).arrayBuffer(),
  );
}

function listFiles(dir: string): string[] {
  const entries = [...Deno.readDirSync(dir)].sort((a, b) => a.name < b.name ? -1 : 1);
  return entries.flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory) return listFiles(path);
    return extname(path) === ".map" ? [] : [path];
  });
}

/** @throws {Error} For an unknown extension: a browser that is told not to guess would not load the file. */
function typeOf(file: string): string {
  const type = TYPES[extname(file)];
  if (type === undefined) {
    throw new Error(`Cannot pack "${file}": scripts/web_pack.ts does not know its type`);
  }
  return type;
}

async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 15)))}"`;
}

function compress(bytes: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}
