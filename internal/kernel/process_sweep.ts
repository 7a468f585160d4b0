import { delay } from "./clock.ts";
import { isGone } from "./process_group.ts";
import { linuxTable, macTable, type ProcessEntry, type ProcessTable } from "./process_table.ts";

/** Carried by every process of a run: tools leave the group of the CLI that started them, but keep this. */
export const RUN_ID = "NEWPI_RUN_ID";

/** Start times are exact to a second, and the run was noted a moment before its process began. */
const CLOCK_SLACK_MS = 2000;
/** A process may start another between two looks; five looks in a row that find some mean a fork bomb. */
const MAX_LOOKS = 5;
/** KILL cannot be refused, but it takes a moment; longer only for a process that waits for a broken disk. */
const DYING_MS = 1000;
const POLL_MS = 5;

/**
 * Ends every process that carries a run's id, wherever it went: tools of coding CLIs live in sessions of their own
 * and outlast the CLI. Never ends this process, its ancestors (newpi may have been started from a run) or a
 * process older than the run. On Windows, where no other process's environment can be read, it ends nothing.
 *
 * @param notBeforeMs When the run started, in milliseconds since 1970.
 * @param group A process group whose members belong to the run whatever they carry.
 * @returns How many processes it ended.
 */
export async function sweepRun(runId: string, notBeforeMs: number, group?: number): Promise<number> {
  if (runId === "") throw new RangeError("Cannot sweep a run without an id");
  const table = processTable();
  if (table === null) return 0;
  const belongs = async (entry: ProcessEntry) =>
    entry.group === group || await table.carries(entry, `${RUN_ID}=${runId}`);
  let ended = 0;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const found = await findProcesses(table, notBeforeMs - CLOCK_SLACK_MS, belongs);
    if (found.length === 0) break;
    ended += found.filter((entry) => kill(table, entry)).length;
    await untilEnded(table, found);
  }
  return ended;
}

function processTable(): ProcessTable | null {
  if (Deno.build.os === "linux" || Deno.build.os === "android") return linuxTable;
  return Deno.build.os === "darwin" ? macTable() : null;
}

async function findProcesses(
  table: ProcessTable,
  notBeforeMs: number,
  belongs: (entry: ProcessEntry) => Promise<boolean>,
): Promise<ProcessEntry[]> {
  const entries = await table.list();
  const spared = withAncestors(Deno.pid, entries);
  const found: ProcessEntry[] = [];
  for (const entry of entries) {
    if (entry.startedAtMs < notBeforeMs || spared.has(entry.pid)) continue;
    if (await belongs(entry)) found.push(entry);
  }
  return found;
}

function withAncestors(pid: number, entries: ProcessEntry[]): Set<number> {
  const parents = new Map(entries.map((entry) => [entry.pid, entry.ppid]));
  const line = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !line.has(at); at = parents.get(at)) {
    line.add(at);
  }
  return line;
}

function kill(table: ProcessTable, entry: ProcessEntry): boolean {
  if (!table.isRunning(entry)) return false;
  try {
    Deno.kill(entry.pid, "SIGKILL");
    return true;
  } catch (error) {
    if (isGone(error) || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

async function untilEnded(table: ProcessTable, entries: ProcessEntry[]): Promise<void> {
  const giveUpAt = performance.now() + DYING_MS;
  while (performance.now() < giveUpAt && entries.some((entry) => table.isRunning(entry))) {
    await delay(POLL_MS);
  }
}
