import assert from "node:assert/strict";
import { Status } from "../../internal/contract/system.ts";
import { delay } from "../../internal/kernel/clock.ts";
import { residentMiB } from "../../scripts/bench/memory.ts";
import { doctor, type Runtime, startRuntime } from "../crash/support/binary.ts";
import { faultsOf } from "../crash/support/faults.ts";
import { remark } from "../crash/support/messages.ts";
import { orphans } from "../crash/support/orphans.ts";
import { person } from "../crash/support/person.ts";
import { freshSeed, random } from "../crash/support/random.ts";
import { readState } from "../crash/support/state.ts";
import { untilSettled } from "../crash/support/settled.ts";
import { tempHome } from "../support/temp.ts";

const MINUTES = Number(Deno.env.get("SOAK_MINUTES") ?? 10);
const MESSAGE_EVERY_MS = 2000;
const SAMPLE_EVERY_MS = 1000;
const CLIENTS = 20;
/** Every fourth client goes away and comes back, as laptops do. */
const STAYS_MS = 7000;
/** A client may be coming back just then. */
const LAST_EVENT_MS = 10_000;
/** Caches fill and code is compiled first; then nothing may grow. */
const WARM_UP_MS = 4 * 60_000;
const MAX_GROWTH_MIB = 8;

Deno.test({
  name: `newpi works on for ${MINUTES} minutes with ${CLIENTS} clients`,
  ignore: Deno.build.os !== "linux", // memory is read from /proc
  async fn() {
    await using home = await tempHome();
    const runtime = await startRuntime(home);
    const end = new AbortController();
    try {
      const seed = freshSeed();
      const chance = random(seed);
      const talker = person();
      const samples: Sample[] = [];
      const clients = Array.from(
        { length: CLIENTS },
        (_, index) => listen(runtime, end.signal, index % 4 === 3),
      );
      const until = Date.now() + MINUTES * 60_000;
      const sampling = takeSamples(runtime, samples, until);
      const talk: Promise<void>[] = [];
      while (Date.now() < until) {
        talk.push(talker.say(runtime, remark(chance)));
        await delay(MESSAGE_EVERY_MS);
      }
      await Promise.all([sampling, ...talk]);
      await untilSettled(runtime);

      const { latestSeq } = await runtime.get("/api/status", Status);
      const late = Date.now() + LAST_EVENT_MS;
      while (Date.now() < late && clients.some(({ lastSeq }) => lastSeq() < latestSeq)) await delay(50);
      end.abort();
      for (const client of clients) assert.equal(await client.done, latestSeq);
      const growth = grownMiB(samples.slice(WARM_UP_MS / SAMPLE_EVERY_MS));
      const resident = samples.map(({ mib }) => mib.toFixed(0)).filter((_, index) => index % 60 === 0).join(
        " ",
      );
      console.log(
        `seed ${seed}: ${talker.said.length} messages, ${latestSeq} events to each of ${CLIENTS} clients`,
      );
      const slowest = Math.max(...samples.map(({ healthMs }) => healthMs));
      console.log(`slowest answer of /health: ${slowest.toFixed(0)} ms`);
      console.log(`memory each minute, MiB: ${resident}; after the warm-up it grew by ${growth.toFixed(1)}`);

      const state = await readState(home);
      assert.deepEqual(faultsOf(state, talker.said), []);
      assert.deepEqual(await orphans(state), []);
      const health = await doctor(home);
      assert.ok(health.ok, JSON.stringify(health.checks));
      assert.ok(growth <= MAX_GROWTH_MIB, `memory grew by ${growth.toFixed(1)} MiB`);
    } finally {
      end.abort();
      await runtime.kill();
    }
  },
});

/** Sees each event once and in order. `done`: the last one's number; rejects at a gap or a repetition. */
function listen(runtime: Runtime, signal: AbortSignal, comesBack: boolean) {
  let seq = 0;
  async function hear(): Promise<number> {
    while (!signal.aborted) {
      const leaving = comesBack ? AbortSignal.any([signal, AbortSignal.timeout(STAYS_MS)]) : signal;
      for await (const event of runtime.api.events(seq, leaving)) {
        assert.equal(event.seq, seq + 1, "an event is missing or came twice");
        seq = event.seq;
      }
    }
    return seq;
  }
  const done = hear();
  done.catch(() => {}); // seen when it is awaited
  return { done, lastSeq: () => seq };
}

interface Sample {
  atMs: number;
  mib: number;
  /** How long `/health` took to answer. */
  healthMs: number;
}

async function takeSamples(runtime: Runtime, samples: Sample[], until: number): Promise<void> {
  while (Date.now() < until) {
    const started = performance.now();
    await (await fetch(`${runtime.url}/health`)).body?.cancel();
    const healthMs = performance.now() - started;
    samples.push({ atMs: Date.now(), mib: residentMiB(runtime.pid), healthMs });
    await delay(SAMPLE_EVERY_MS);
  }
}

/** By the straight line that fits best, over the time of all samples. */
function grownMiB(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map(({ atMs }) => atMs));
  const mib = mean(samples.map((sample) => sample.mib));
  const covariance = mean(samples.map((sample) => (sample.atMs - at) * (sample.mib - mib)));
  const variance = mean(samples.map(({ atMs }) => (atMs - at) ** 2));
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || variance === 0) return 0;
  return covariance / variance * (last.atMs - first.atMs);
}
