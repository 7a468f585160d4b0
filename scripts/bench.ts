/**
 * Measures `dist/newpi` and says whether it is fast enough: `deno task bench [name...] [--json]`. Everything is measured
 * next to what it is compared with, in turns, in one run. The exit code is 1 when a limit is missed.
 *
 * @module
 */
import { append } from "./bench/append.ts";
import { block } from "./bench/block.ts";
import { type Benchmark, measure, type Measured, missed } from "./bench/figures.ts";
import { firstPage } from "./bench/first_page.ts";
import { json } from "./bench/json.ts";
import { memory } from "./bench/memory.ts";
import { sse } from "./bench/sse.ts";
import { start } from "./bench/start.ts";
import { table } from "./bench/table.ts";

const BENCHMARKS: Benchmark[] = [start, firstPage, append, sse, json, block, memory];

const names = Deno.args.filter((arg) => !arg.startsWith("-"));
const asJson = Deno.args.includes("--json");
const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown !== undefined) {
  console.error(
    `There is no benchmark "${unknown}"; there are ${BENCHMARKS.map(({ name }) => name).join(", ")}`,
  );
  Deno.exit(2);
}
const results: Measured[] = [];
for (const benchmark of BENCHMARKS) {
  if (names.length > 0 && !names.includes(benchmark.name)) continue;
  const result = await measure(benchmark);
  results.push(result);
  if (!asJson) console.log(`${table(result)}\n`);
}
const cores = navigator.hardwareConcurrency;
if (asJson) console.log(JSON.stringify({ cores, results }, null, 2));
else console.log(`${cores} cores`);
if (results.some(({ figures }) => missed(figures) > 0)) Deno.exit(1);
