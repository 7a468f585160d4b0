/** `newpi agents`: the coding CLIs that this version can use, and whether they are here. */
import { type AgentInfo, AgentList } from "../internal/contract/system.ts";
import { ensureRuntime, openApi } from "../internal/client/mod.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { command, parse } from "./_options.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("agents", "Show the coding CLIs that are here").option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const list = await openApi(await ensureRuntime(defaultHome())).get("/api/agents", AgentList);
  if (parser.opts<{ json?: boolean }>().json) console.log(JSON.stringify(list));
  else for (const agent of list.agents) console.log(line(agent));
  return 0;
}

function line({ kind, available, version, demo, problem }: AgentInfo): string {
  const what = demo ? "built in" : available ? version ?? "version unknown" : "not here";
  return `${kind.padEnd(8)} ${what}${problem === null ? "" : `  (${problem})`}`;
}
