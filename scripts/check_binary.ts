/** The gate for `dist/newpi`: its size, its start, and how little `newpi guard` loads. @module */
import type { Metafile } from "esbuild";
import { join } from "@std/path";
import { compileHello } from "./hello.ts";
import { importGraph } from "./import_graph.ts";
import { startRatio } from "./start_time.ts";

const LIMITS = {
  executableMB: 90,
  embeddedMB: 3,
  /** Of a compiled hello world. */
  startRatio: 1.3,
  guardKB: 400,
};
const ROUNDS = 3;

/** What the guard's path must not load, by the path of a module or the name of an import. */
const KEPT_FROM_GUARD = [/node_modules\/(zod|hono|hono-openapi)\//, /(^|\/)sqlite\.ts$/, /^node:sqlite$/];

let failed = 0;
function report(what: string, isGood: boolean): void {
  console.log(`${isGood ? "ok    " : "FAILED"}  ${what}`);
  if (!isGood) failed++;
}
function atMost(what: string, value: number, limit: number): void {
  report(`${what}: ${value.toFixed(2)}, at most ${limit}`, value <= limit);
}

/** A busy machine can only make the ratio of one round too high, so the best of a few rounds is the truest. */
async function bestStart(newpi: string, hello: string): Promise<{ ratio: number; programMs: number }> {
  let best = await startRatio([newpi, "--version"], [hello]);
  for (let round = 1; round < ROUNDS && best.ratio > LIMITS.startRatio; round++) {
    const next = await startRatio([newpi, "--version"], [hello]);
    if (next.ratio < best.ratio) best = next;
  }
  return best;
}

function checkGuard(metafile: Metafile): void {
  const graph = importGraph(metafile, ["main.ts", "cmd/guard.ts"]);
  atMost("kB that the guard loads", graph.bytes / 1000, LIMITS.guardKB);
  const unwanted = [...graph.modules, ...graph.externals].filter((name) => {
    return KEPT_FROM_GUARD.some((pattern) => pattern.test(name));
  });
  report(
    `the guard loads no zod, hono or sqlite ${unwanted.slice(0, 3).join(", ")}`.trim(),
    unwanted.length === 0,
  );
}

Deno.chdir(new URL("..", import.meta.url));
const newpi = join(Deno.cwd(), "dist", Deno.build.os === "windows" ? "newpi.exe" : "newpi");
const dir = await Deno.makeTempDir();
try {
  const hello = await compileHello(dir);
  const { size } = await Deno.stat(newpi);
  atMost("MB of the executable", size / 1e6, LIMITS.executableMB);
  atMost("MB embedded besides the runtime", (size - (await Deno.stat(hello)).size) / 1e6, LIMITS.embeddedMB);
  const start = await bestStart(newpi, hello);
  atMost(
    `start of --version (${start.programMs.toFixed(1)} ms) by a hello world`,
    start.ratio,
    LIMITS.startRatio,
  );
  checkGuard(JSON.parse(await Deno.readTextFile("dist/meta.json")));
} finally {
  await Deno.remove(dir, { recursive: true });
}
if (failed > 0) Deno.exit(1);
