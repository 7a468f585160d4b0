import { RUN_ID } from "../../internal/kernel/process.ts";
import { linuxTable, macTable } from "../../internal/kernel/process_table.ts";

/** Numbers of the processes that a run has left; that of the test itself is never one. */
export const processesOf = (runId: string): Promise<number[]> => processesWith(`${RUN_ID}=${runId}`);

/** @param variable `NAME=value`, as the processes were started with. */
export async function processesWith(variable: string): Promise<number[]> {
  const table = Deno.build.os === "darwin" ? macTable() : linuxTable;
  const found: number[] = [];
  for (const entry of await table.list()) {
    if (await table.carries(entry, variable)) found.push(entry.pid);
  }
  return found;
}
