import { fromFileUrl } from "@std/path";
import { splitLines } from "../../internal/kernel/process_lines.ts";
import { type Runtime, startRuntime } from "../../tests/crash/support/binary.ts";
import { tempDir, tempHome } from "../../tests/support/temp.ts";
import { connect, type Connection } from "./connection.ts";
import { type Benchmark, type Figure, percentile } from "./figures.ts";
import { fillLog } from "./fill_log.ts";

const EVENTS = 10_000;
const BLOCKS = 4;
const BLOCK_MS = 1000;
const CONNECTIONS = 4;

/** The other side answers with the same JSON, parsed before and made to text for each request as newpi does it. */
export const json: Benchmark = {
  name: "json",
  about:
    `JSON requests by a bare Hono route with the same JSON, ${CONNECTIONS} connections, a log of ${EVENTS} events`,
  async run() {
    await using home = await tempHome();
    fillLog(home, EVENTS);
    const runtime = await startRuntime(home);
    try {
      return [
        ...await compare(runtime, "/api/status"),
        ...await compare(runtime, "/api/events?limit=50"),
      ];
    } finally {
      await runtime.kill();
    }
  },
};

async function compare(runtime: Runtime, path: string): Promise<Figure[]> {
  await using dir = await tempDir();
  const file = dir.at("answer.json");
  const answer = await fetch(`${runtime.url}${path}`, { headers: { authorization: runtime.authorization } });
  await Deno.writeTextFile(file, await answer.text());
  await using bare = await startBare(file);
  const sides = [
    { url: runtime.url, path, times: [] as number[] },
    { url: bare.url, path: "/", times: [] as number[] },
  ] as const;
  for (let block = 0; block < BLOCKS; block++) {
    for (const { url, path, times } of sides) {
      const some = await ask(url, path, runtime.authorization);
      if (block > 0) times.push(...some); // the first block warms both up
    }
  }
  const seconds = (BLOCKS - 1) * BLOCK_MS / 1000;
  const [newpi, hono] = [sides[0].times, sides[1].times];
  return [
    { what: `${path}, newpi`, value: newpi.length / seconds, unit: "/s" },
    { what: `${path}, newpi, p99`, value: percentile(newpi, 99), unit: "ms" },
    { what: `${path}, bare`, value: hono.length / seconds, unit: "/s" },
    { what: `${path}, bare, p99`, value: percentile(hono, 99), unit: "ms" },
    { what: `${path}, newpi by bare`, value: newpi.length / hono.length, unit: "x" },
  ];
}

/** Each connection asks again as soon as it has an answer. @returns How long each request took. */
async function ask(url: string, path: string, authorization: string): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + BLOCK_MS;
  async function client() {
    using connection: Connection = await connect(url, authorization);
    for (let now = performance.now(); now < end;) {
      await connection.get(path);
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return times;
}

async function startBare(file: string): Promise<{ url: string } & AsyncDisposable> {
  const program = fromFileUrl(new URL("./bare_hono.ts", import.meta.url));
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", program, file],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const { value: port } = await splitLines(process.stdout).next();
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      process.kill("SIGKILL");
      await process.status;
    },
  };
}
