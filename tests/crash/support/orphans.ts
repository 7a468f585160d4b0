/** Processes that outlived their run. @module */
import { RUN_ID } from "../../../internal/kernel/process.ts";
import type { State } from "./state.ts";

/** Linux: environments of other processes are read from /proc. */
export async function orphans({ runs }: State): Promise<string[]> {
  const ended = new Set(runs.filter((run) => run.status === "finished").map((run) => run.id));
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const environment = await readIfThere(`/proc/${name}/environ`);
    const runId = environment.split("\0").find((entry) => entry.startsWith(`${RUN_ID}=`))?.slice(
      RUN_ID.length + 1,
    );
    if (runId === undefined || !ended.has(runId as `run_${string}`)) continue;
    const command = (await readIfThere(`/proc/${name}/cmdline`)).replaceAll("\0", " ");
    found.push(`process ${name} (${command.trim()}) of ended run ${runId}`);
  }
  return found;
}

async function readIfThere(path: string): Promise<string> {
  return await Deno.readTextFile(path).catch(() => "");
}
