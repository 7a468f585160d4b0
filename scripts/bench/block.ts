import { delay } from "../../internal/kernel/clock.ts";
import { startRuntime } from "../../tests/crash/support/binary.ts";
import { tempHome } from "../../tests/support/temp.ts";
import { connect, listen } from "./connection.ts";
import { type Benchmark, percentile } from "./figures.ts";
import { fillLog } from "./fill_log.ts";
import { probe } from "./probe.ts";

const EVENTS = 10_000;
const FOR_MS = 8000;
const LIMIT_MS = 20;
const PAGES = [
  "/api/events?limit=200",
  "/api/events?limit=200&before=5000",
  "/api/events?limit=200&conversation=1&before=3000",
  "/api/events?limit=200&kind=side_effect.intent",
  "/api/work-items?all=1",
  "/api/status",
];

/** Between two reads: what waits for a processor is not what is measured. */
const PAUSE_MS = 10;

/** `/health` asks the database on the main thread, so whatever holds that thread up shows in its answer. */
export const block: Benchmark = {
  name: "block",
  about:
    `GET /health while a log of ${EVENTS} events is read through all routes and streamed from its beginning`,
  async run() {
    await using home = await tempHome();
    fillLog(home, EVENTS);
    const runtime = await startRuntime(home);
    const { url, authorization } = runtime;
    const end = performance.now() + FOR_MS;
    const isOver = () => performance.now() > end;
    try {
      const [times] = await Promise.all([probe({ url, path: "/health", forMs: FOR_MS }), read(), stream()]);
      return [
        { what: "p50", value: percentile(times, 50), unit: "ms" },
        { what: "p99", value: percentile(times, 99), unit: "ms" },
        { what: "p99.9", value: percentile(times, 99.9), unit: "ms", atMost: LIMIT_MS },
        { what: "slowest", value: Math.max(...times), unit: "ms" },
      ];
    } finally {
      await runtime.kill();
    }

    async function read() {
      using connection = await connect(url, authorization);
      while (!isOver()) {
        for (const page of PAGES) {
          await connection.get(page);
          await delay(PAUSE_MS);
        }
      }
    }
    async function stream() {
      while (!isOver()) {
        const { promise: all, resolve } = Promise.withResolvers<void>();
        let end = "";
        using _listener = await listen(url, authorization, 0, (text) => {
          end = (end + text).slice(-text.length - 20); // the number may be cut between two pieces
          if (end.includes(`id: ${EVENTS}\n`)) resolve();
        });
        await all;
        await delay(PAUSE_MS);
      }
    }
  },
};
