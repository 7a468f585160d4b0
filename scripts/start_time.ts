/** How long a program takes from its start to its end, next to another one. @module */

const RUNS = 25;

/**
 * Both programs take turns, and the fastest run of each counts: whatever else the machine does only ever adds time.
 *
 * @returns How many times as long `program` takes as `reference`.
 */
export function startRatio(program: string[], reference: string[]): { ratio: number; programMs: number } {
  let programMs = Infinity;
  let referenceMs = Infinity;
  for (let run = 0; run < RUNS; run++) {
    referenceMs = Math.min(referenceMs, elapsed(reference));
    programMs = Math.min(programMs, elapsed(program));
  }
  return { ratio: programMs / referenceMs, programMs };
}

function elapsed([cmd = "", ...args]: string[]): number {
  const started = performance.now();
  const { success } = new Deno.Command(cmd, { args, stdin: "null" }).outputSync();
  if (!success) throw new Error(`"${cmd} ${args.join(" ")}" failed`);
  return performance.now() - started;
}
