import { RUN_ID } from "../../internal/kernel/process.ts";
import { linuxTable, macTable } from "../../internal/kernel/process_table.ts";

/** Numbers of the processes that a run has left; that of the test itself is never one. */
export async function processesOf(runId: string): Promise<number[]> {
  const table = Deno.build.os === "darwin" ? macTable() : linuxTable;
  const found: number[] = [];
  for (const entry of await table.list()) {
    if (await table.carries(entry, `${RUN_ID}=${runId}`)) found.push(entry.pid);
  }
  return found;
}
