/**
 * The one place that knows where the files that come with newpi lie: beside the chunks in the executable, at the
 * repository root in development. Nothing is read before it is asked for, nothing is kept.
 *
 * @module
 */
import config from "../../deno.json" with { type: "json" };

/** Set by the build (`scripts/bundle.ts`). Each stands alone in a `typeof` test, so that esbuild drops the other branch. */
declare const NEWPI_BUNDLED: boolean | undefined;
declare const NEWPI_VERSION: string | undefined;

const isBundled = typeof NEWPI_BUNDLED !== "undefined";
const root = new URL(isBundled ? "./" : "../../", import.meta.url);

export const version: string = typeof NEWPI_VERSION === "undefined" ? config.version : NEWPI_VERSION;

export interface Migration {
  name: string;
  sql: string;
}

/** In the order in which they run. */
export function migrations(): Migration[] {
  const dir = new URL("migrations/", root);
  const names = [...Deno.readDirSync(dir)].map((entry) => entry.name).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => ({ name, sql: Deno.readTextFileSync(new URL(name, dir)) }));
}

/** One file of the page. */
export interface WebAsset {
  type: string;
  /** With its quotes. */
  etag: string;
  /** Its name changes with its content, so a browser may keep it for ever. */
  immutable: boolean;
  /** The content, compressed; a client that does not take `br` gets it decompressed. */
  brotli: Uint8Array<ArrayBuffer>;
}

/** Where a file lies in the pack: its index is JSON after a length of four bytes, the contents follow. */
export interface WebPackEntry extends Omit<WebAsset, "brotli"> {
  at: number;
  length: number;
}

/** The page's files by path (`/index.html`); `undefined` in development as long as nothing was built. */
export function webPack(): ReadonlyMap<string, WebAsset> | undefined {
  const pack = readBuilt("web.pack");
  return pack && unpackWeb(pack);
}

/** Undoes `packWeb` of `scripts/web_pack.ts`. */
export function unpackWeb(pack: Uint8Array<ArrayBuffer>): ReadonlyMap<string, WebAsset> {
  const start = 4 + new DataView(pack.buffer, pack.byteOffset).getUint32(0);
  const index: Record<string, WebPackEntry> = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  return new Map(
    Object.entries(index).map(([path, { at, length, ...asset }]) => {
      return [path, { ...asset, brotli: pack.subarray(start + at, start + at + length) }];
    }),
  );
}

/** The licences of all that is in the executable; `undefined` in development as long as nothing was built. */
export async function licensesText(): Promise<string | undefined> {
  const packed = readBuilt("licenses.gz");
  if (packed === undefined) return undefined;
  const text = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(text).text();
}

/** A file that newpi installs into another program, by its path in `plugins/`. */
export function pluginText(path: string): string {
  return Deno.readTextFileSync(new URL(`plugins/${path}`, root));
}

/** The entry of a worker: `internal/app/<name>.ts`, built as an entry of its own. */
export function workerUrl(name: string): URL {
  return new URL(isBundled ? `${name}.js` : `internal/app/${name}.ts`, root);
}

/** How this program starts itself again; the arguments come after `args`. */
export function selfCommand(): { cmd: string; args: string[] } {
  if (isBundled) return { cmd: Deno.execPath(), args: [] };
  return { cmd: Deno.execPath(), args: ["run", "-A", new URL("main.ts", root).href] };
}

/** A file that only a build makes. */
function readBuilt(name: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Deno.readFileSync(new URL(isBundled ? name : `dist/${name}`, root));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
