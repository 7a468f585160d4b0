/** How long a program takes from its start to its end, next to another one. @module */

export interface Program {
  command: string[];
  /** What it reads; without it there is nothing to read. */
  stdin?: string;
}

const RUNS = 25;

/**
 * The fastest run of each counts: whatever else the machine does only ever adds time.
 *
 * @returns How many times as long `program` takes as `reference`.
 */
export async function startRatio(
  program: string[],
  reference: string[],
): Promise<{ ratio: number; programMs: number }> {
  const [referenceMs = [], programMs = []] = await startTimes(
    [{ command: reference }, { command: program }],
    RUNS,
  );
  return { ratio: Math.min(...programMs) / Math.min(...referenceMs), programMs: Math.min(...programMs) };
}

/** The programs take turns. @returns The times of each, in milliseconds. */
export async function startTimes(programs: readonly Program[], runs: number): Promise<number[][]> {
  const times = programs.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, program] of programs.entries()) times[index]?.push(await elapsed(program));
  }
  return times;
}

async function elapsed({ command: [cmd = "", ...args], stdin }: Program): Promise<number> {
  const started = performance.now();
  const child = new Deno.Command(cmd, {
    args,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  // Who does not read it may have ended before.
  if (stdin !== undefined) await new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {});
  const { success } = await child.status;
  const ended = performance.now();
  if (!success) throw new Error(`"${cmd} ${args.join(" ")}" failed`);
  return ended - started;
}
