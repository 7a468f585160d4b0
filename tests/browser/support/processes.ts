/** What a run left behind, as the operating system sees it. @module */
import type { EventPage } from "../../../internal/contract/log.ts";
import { linuxTable, macTable } from "../../../internal/kernel/process_table.ts";
import type { Newpi } from "./newpi.ts";

/** Ids of the living processes that belong to any run of this home. */
export async function runProcesses(newpi: Newpi): Promise<number[]> {
  const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=run.started");
  const table = Deno.build.os === "darwin" ? macTable() : linuxTable;
  const living: number[] = [];
  for (const entry of await table.list()) {
    for (const { runId } of events) {
      if (await table.carries(entry, `NEWPI_RUN_ID=${runId}`)) living.push(entry.pid);
    }
  }
  return living;
}
