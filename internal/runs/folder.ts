/** The runtime's side of a run's folder (docs/run-folder.md), which the guard of a coding CLI reads. @module */
import { join } from "@std/path";
import { writeAtomic } from "../kernel/atomic.ts";

const RUN_FOLDER_VERSION = 1;
const PENDING = "pending-input";

export interface RunFolders {
  path(runId: string): string;
  /** Before the agent starts. */
  open(runId: string, role: string): Promise<void>;
  /** Before new words are handed over: nothing may change until they were read. */
  flagPending(runId: string): Promise<void>;
  clearPending(runId: string): Promise<void>;
  /** Once nothing of the run is left that could ask the guard; one that asks later is refused every change. */
  remove(runId: string): Promise<void>;
}

/** @param root `runtime/runs` of the home folder. */
export function runFolders(root: string): RunFolders {
  const path = (runId: string) => join(root, runId);
  return {
    path,
    async open(runId, role) {
      await Deno.mkdir(path(runId), { recursive: true, mode: 0o700 });
      await writeAtomic(
        join(path(runId), "run.json"),
        `${JSON.stringify({ v: RUN_FOLDER_VERSION, runId, role })}\n`,
        { durable: false }, // no agent outlives a power cut
      );
    },
    flagPending: (runId) => Deno.writeTextFile(join(path(runId), PENDING), "", { mode: 0o600 }),
    async remove(runId) {
      // A guard that is just writing there may be in the way; what stays does no harm.
      await Deno.remove(path(runId), { recursive: true }).catch(() => {});
    },
    async clearPending(runId) {
      await Deno.remove(join(path(runId), PENDING)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    },
  };
}
