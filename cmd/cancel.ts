/** `newpi cancel`: stops what a task is doing. */
import { CancelResult } from "../internal/contract/work.ts";
import { ensureRuntime, openApi } from "../internal/client/mod.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { command, parse } from "./_options.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("cancel", "Stop what a task is doing; what it has done stays")
    .argument("<task>", 'its id, as "newpi items" shows it')
    .option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const api = openApi(await ensureRuntime(defaultHome()));
  const path = `/api/work-items/${encodeURIComponent(parser.args[0] ?? "")}/cancel`;
  const result = await api.post(path, {}, CancelResult);
  console.log(parser.opts<{ json?: boolean }>().json ? JSON.stringify(result) : "Stopped.");
  return 0;
}
