/**
 * `steps.jsonl` of a run's folder (docs/run-folder.md): one line for each verdict, which the guard appends before it
 * answers.
 *
 * @module
 */
import { join } from "@std/path";
import { asText, parseObject } from "./narrow.ts";

export interface GuardStep {
  callId: string;
  tool: string;
  /** `deny` is a refusal; `pass`, `wait` and what a newer guard may say are none. */
  verdict: string;
  rule: string | null;
  reason: string;
}

/** The version of the lines that this newpi reads; the guard may be newer. */
const VERSION = 1;
const LF = 10;

export interface StepReader {
  /**
   * What was appended since the last read. A line that is cut or damaged is no verdict.
   *
   * @throws {StepVersionError} A line of another version: what the guard decided cannot be known.
   */
  read(): Promise<GuardStep[]>;
}

export class StepVersionError extends Error {
  constructor(version: unknown) {
    super(`The guard reports its verdicts in a form that is not known (version ${JSON.stringify(version)})`);
  }
}

/** Begins at the end of what is there: a run may ask its agent twice. */
export async function openSteps(runDir: string): Promise<StepReader> {
  const path = join(runDir, "steps.jsonl");
  let offset = await sizeOf(path);
  let rest = new Uint8Array();

  async function read(): Promise<GuardStep[]> {
    const added = await readFrom(path, offset);
    offset += added.length;
    const bytes = new Uint8Array([...rest, ...added]);
    const end = bytes.lastIndexOf(LF) + 1;
    rest = bytes.slice(end);
    const lines = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
    return lines.flatMap((line) => parseStep(line) ?? []);
  }

  return { read };
}

async function sizeOf(path: string): Promise<number> {
  return await whereThere(async () => (await Deno.stat(path)).size) ?? 0;
}

async function readFrom(path: string, offset: number): Promise<Uint8Array> {
  const bytes = await whereThere(async () => {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    if (size <= offset) return undefined;
    await file.seek(offset, Deno.SeekMode.Start);
    const buffer = new Uint8Array(size - offset);
    return buffer.subarray(0, await file.read(buffer) ?? 0);
  });
  return bytes ?? new Uint8Array();
}

/** The file begins with the first verdict. */
async function whereThere<T>(use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function parseStep(text: string): GuardStep | undefined {
  const line = parseObject(text);
  if (line === null) return undefined;
  if (line.v !== VERSION) throw new StepVersionError(line.v);
  const [callId, verdict] = [asText(line.callId), asText(line.verdict)];
  if (callId === "" || verdict === "") return undefined;
  return {
    callId,
    tool: asText(line.tool),
    verdict,
    rule: asText(line.rule) || null,
    reason: asText(line.reason),
  };
}
