/**
 * The guard's side of a run's folder (`NEWPI_RUN_DIR`, docs/run-folder.md): written by a runtime that may be older or
 * newer than this guard.
 *
 * @module
 */

/** The version of the protocol that this guard reads and writes. */
export const RUN_FOLDER_VERSION = 1;

export interface StepRecord {
  callId: string;
  tool: string;
  /** `wait`: the person said something that the agent has not read yet. */
  verdict: "pass" | "deny" | "wait";
  rule?: string;
  reason?: string;
}

export type FolderState =
  | { kind: "usable"; pendingInput: boolean }
  /** Changes are refused: what this run may do cannot be known. */
  | { kind: "unusable"; reason: string };

export function readRunFolder(folder: string): FolderState {
  let version: unknown;
  try {
    version = JSON.parse(Deno.readTextFileSync(`${folder}/run.json`)).v;
  } catch {
    return { kind: "unusable", reason: "the run's folder cannot be read" };
  }
  if (version !== RUN_FOLDER_VERSION) {
    return {
      kind: "unusable",
      reason: `the run's folder has version ${version}, this guard knows ${RUN_FOLDER_VERSION}`,
    };
  }
  return { kind: "usable", pendingInput: exists(`${folder}/pending-input`) };
}

/** One line, written at once, so that two calls at the same time do not mix. @throws When it cannot be written. */
export function appendStep(folder: string, record: StepRecord): void {
  const line = JSON.stringify({ v: RUN_FOLDER_VERSION, at: new Date().toISOString(), ...record });
  Deno.writeTextFileSync(`${folder}/steps.jsonl`, `${line}\n`, { append: true, mode: 0o600 });
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
