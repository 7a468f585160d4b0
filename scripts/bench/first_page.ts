import { delay } from "../../internal/kernel/clock.ts";
import { compileHello } from "../hello.ts";
import { startTimes } from "../start_time.ts";
import { BINARY } from "../../tests/crash/support/binary.ts";
import { tempDir } from "../../tests/support/temp.ts";
import { type Benchmark, type Figure, median, percentile } from "./figures.ts";

const RUNS = 25;
const LIMIT_MS = 150;
const PATIENCE_MS = 20_000;

export const firstPage: Benchmark = {
  name: "first-page",
  about: "newpi serve, from the start of the process until the page was served",
  async run() {
    await using tools = await tempDir();
    const hello = await compileHello(tools.path);
    const helloMs: number[] = [];
    const fresh: number[] = [];
    const existing: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await using dir = await tempDir();
      const [times = []] = await startTimes([{ command: [hello] }], 1);
      helloMs.push(...times);
      fresh.push(await untilPage(dir.at("home")));
      existing.push(await untilPage(dir.at("home")));
    }
    return [
      { what: "hello world, start to end, median", value: median(helloMs), unit: "ms" },
      ...against("fresh home", fresh, helloMs),
      ...against("existing home", existing, helloMs),
    ];
  },
};

function against(what: string, times: number[], helloMs: number[]): Figure[] {
  return [
    { what: `${what}, median`, value: median(times), unit: "ms", atMost: LIMIT_MS },
    { what: `${what}, p99`, value: percentile(times, 99), unit: "ms" },
    { what: `${what} by hello world, medians`, value: median(times) / median(helloMs), unit: "x" },
  ];
}

async function untilPage(home: string): Promise<number> {
  const port = freePort();
  const started = performance.now();
  const process = new Deno.Command(BINARY, {
    args: ["serve", "--addr", `127.0.0.1:${port}`],
    env: { NEWPI_HOME: home },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    while (true) {
      if (await isServed(port)) return performance.now() - started;
      if (performance.now() - started > PATIENCE_MS) throw new Error("newpi did not serve its page");
      await delay(1);
    }
  } finally {
    process.kill("SIGTERM");
    await process.status;
  }
}

/** A connection that is refused costs the starting process nothing. */
async function isServed(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) return false;
    throw error;
  }
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const page = await response.text();
  if (response.status !== 200 || !page.includes("<html")) throw new Error(`no page but ${response.status}`);
  return true;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
