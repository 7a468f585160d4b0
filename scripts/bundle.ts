/** All of newpi's code and packages as a few JavaScript files beside each other, cut where an `import()` is. @module */
import * as esbuild from "esbuild";
import { resolve } from "@std/path";
import config from "../deno.json" with { type: "json" };

const ENTRIES = { main: "main.ts", worker: "internal/app/worker.ts" };

/** Packages that other packages try to load and do without. */
const OPTIONAL_PACKAGES = ["bufferutil", "utf-8-validate", "supports-color"];

/** What CommonJS packages find in Node. Only chunks that use it get it: `guard` starts faster without. */
const COMMONJS_GLOBALS = [
  'import { createRequire as __createRequire } from "node:module";',
  'import { fileURLToPath as __fileURLToPath } from "node:url";',
  "const require = __createRequire(import.meta.url);",
  "const __filename = __fileURLToPath(import.meta.url);",
  'const __dirname = __fileURLToPath(new URL(".", import.meta.url)).slice(0, -1);',
  "",
].join("\n");

/** Writes the chunks into `outdir`, all flat, since embedded paths cannot climb with `..`. */
export async function bundle(outdir: string): Promise<esbuild.Metafile> {
  const { metafile } = await esbuild.build({
    entryPoints: ENTRIES,
    outdir,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
    alias: aliases(config.imports),
    external: OPTIONAL_PACKAGES,
    plugins: [englishZod, smallZodCore],
    define: { NEWPI_BUNDLED: "true", NEWPI_VERSION: JSON.stringify(config.version) },
  });
  await esbuild.stop();
  for (const chunk of Object.keys(metafile.outputs)) await addCommonJsGlobals(chunk);
  return metafile;
}

/** zod brings its messages in 50 languages and loads them all at the start; newpi's own sentences are English. */
const englishZod: esbuild.Plugin = {
  name: "english-zod",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** hono-openapi loads all of zod's core for this one function, and what is loaded by `import()` is never left out. */
const smallZodCore: esbuild.Plugin = {
  name: "small-zod-core",
  setup(build) {
    build.onResolve({ filter: /^zod\/v4\/core$/ }, ({ importer, resolveDir }) => {
      if (!importer.includes("standard-json")) return undefined;
      return { path: "zod/v4/core", namespace: "small-zod-core", pluginData: resolveDir };
    });
    build.onLoad({ filter: /.*/, namespace: "small-zod-core" }, ({ pluginData: resolveDir }) => ({
      contents: 'export { toJSONSchema } from "zod/v4/core";',
      resolveDir,
    }));
  },
};

/** The names of the import map that esbuild would not find in `node_modules` by themselves. */
export function aliases(imports: Record<string, string>): Record<string, string> {
  const targets = Object.entries(imports).map(([name, specifier]) => [name, targetOf(specifier)] as const);
  return Object.fromEntries(targets.filter(([name, target]) => name !== target));
}

function targetOf(specifier: string): string {
  const npm = specifier.match(/^npm:\/?((?:@[^/]+\/)?[^@/]+)(?:@[^/]+)?(\/.*)?$/);
  return npm ? `${npm[1]}${npm[2] ?? ""}` : resolve(specifier);
}

async function addCommonJsGlobals(chunk: string): Promise<void> {
  const code = await Deno.readTextFile(chunk);
  if (/\b(require|__filename|__dirname)\b/.test(code)) {
    await Deno.writeTextFile(chunk, COMMONJS_GLOBALS + code);
  }
}
