/** `newpi items`: the tasks and what they are doing. */
import { type WorkItemCard, WorkItemList } from "../internal/contract/work.ts";
import { ensureRuntime, openApi } from "../internal/client/mod.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { command, parse } from "./_options.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("items", "List tasks, newest change first")
    .option("--all", "closed ones too")
    .option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const { all, json } = parser.opts<{ all?: boolean; json?: boolean }>();
  const api = openApi(await ensureRuntime(defaultHome()));
  const list = await api.get(`/api/work-items${all ? "?all=1" : ""}`, WorkItemList);
  if (json) console.log(JSON.stringify(list));
  else if (list.items.length === 0) {
    console.log('No tasks. Make one: newpi chat --agent demo "WRITE hello.txt: hi"');
  } else for (const card of list.items) console.log(line(card));
  return 0;
}

function line({ item, state, run }: WorkItemCard): string {
  const doing = run?.lastTool === null || run === null ? "" : `  (${run.lastTool})`;
  return `${item.id}  ${state.padEnd(8)}  ${item.title}${doing}`;
}
