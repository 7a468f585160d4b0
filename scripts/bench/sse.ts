import { WorkItemResult } from "../../internal/contract/work.ts";
import { Status } from "../../internal/contract/system.ts";
import { delay } from "../../internal/kernel/clock.ts";
import { type Runtime, startRuntime } from "../../tests/crash/support/binary.ts";
import { tempHome } from "../../tests/support/temp.ts";
import { listen, type Listener } from "./connection.ts";
import { type Benchmark, type Figure, percentile } from "./figures.ts";

const EVENTS = 300;
const EVERY_MS = 20;
const LIMIT_MS = 10;

/**
 * Through the executable and real connections. The change is one that writes a single event and starts nothing: a
 * task's status. Its `ts` is taken as it is appended, before the commit, and cut to milliseconds, so that up to one
 * millisecond of what is shown is not there.
 */
export const sse: Benchmark = {
  name: "sse",
  about: `from the append of an event to its arrival over loopback, ${1000 / EVERY_MS} events a second`,
  async run() {
    await using home = await tempHome();
    const runtime = await startRuntime(home);
    try {
      return [...await latencies(runtime, 1), ...await latencies(runtime, 100)];
    } finally {
      await runtime.kill();
    }
  },
};

async function latencies(runtime: Runtime, clients: number): Promise<Figure[]> {
  const { item } = await runtime.api.post("/api/work-items", { title: "measured" }, WorkItemResult);
  const { latestSeq } = await runtime.get("/api/status", Status);
  const times: number[] = [];
  const listeners: Listener[] = [];
  for (let client = 0; client < clients; client++) {
    listeners.push(await listen(runtime.url, runtime.authorization, latestSeq, note));
  }
  for (let change = 0; change < EVENTS; change++) {
    const due = delay(EVERY_MS);
    const status = change % 2 === 0 ? "done" : "open";
    const response = await runtime.send("PATCH", `/api/work-items/${item.id}`, { status });
    await response.body?.cancel();
    await due;
  }
  await delay(200);
  for (const listener of listeners) listener[Symbol.dispose]();
  await Promise.all(listeners.map(({ done }) => done));
  if (times.length !== EVENTS * clients) {
    throw new Error(`${times.length} events came, not ${EVENTS * clients}`);
  }
  const what = clients === 1 ? "1 client" : `${clients} clients`;
  return [
    { what: `${what}, p50`, value: percentile(times, 50), unit: "ms" },
    { what: `${what}, p99`, value: percentile(times, 99), unit: "ms", atMost: LIMIT_MS },
    { what: `${what}, slowest`, value: Math.max(...times), unit: "ms" },
  ];

  function note(text: string) {
    const now = performance.timeOrigin + performance.now();
    for (const [, ts = ""] of text.matchAll(/"ts":"([^"]+)"/g)) times.push(now - Date.parse(ts));
  }
}
