/** The page's files out of the executable; every other address is the page itself. @module */
import { brotliDecompressSync } from "node:zlib";
import { webPack } from "../../kernel/assets.ts";

/** No inline script, no inline style, nothing from elsewhere. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const NOT_BUILT = "The page is not part of this run from source: build it once with `deno task build`.\n";

export type ServeAsset = (request: Request, path: string) => Response | undefined;

/** @returns undefined for a path with an extension that does not exist: there is no such file. */
export function openAssets(): ServeAsset {
  let pack: ReturnType<typeof webPack>;
  return function serve(request, path) {
    pack ??= webPack();
    if (pack === undefined) {
      return new Response(NOT_BUILT, { status: 503, headers: { "content-type": "text/plain" } });
    }
    const isFile = path.startsWith("/assets/") || /\.[a-z0-9]+$/i.test(path);
    const asset = pack.get(isFile ? path : "/index.html");
    if (asset === undefined) return undefined;
    const headers = new Headers({
      "content-type": asset.type,
      etag: asset.etag,
      vary: "accept-encoding",
      "cache-control": asset.immutable ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": CSP,
    });
    // Deno.serve may have made the tag weak on the way out.
    const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) =>
      tag.trim().replace(/^W\//, "")
    );
    if (known.includes(asset.etag)) return new Response(null, { status: 304, headers });
    const takesBrotli = /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");
    if (takesBrotli) headers.set("content-encoding", "br");
    const body = takesBrotli ? asset.brotli : new Uint8Array(brotliDecompressSync(asset.brotli));
    return new Response(request.method === "HEAD" ? null : body, { headers });
  };
}
