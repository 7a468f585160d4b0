/** `newpi items`: the tasks and what they are doing. */
import type { WorkItemCard, WorkItemList } from "../internal/contract/work.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { openViews } from "../internal/views/mod.ts";
import { look } from "./_database.ts";
import { command, parse } from "./_options.ts";
import { printable } from "./_printable.ts";

export function run(args: string[]): number {
  const parser = command("items", "List tasks, newest change first")
    .option("--all", "closed ones too")
    .option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const { all = false, json } = parser.opts<{ all?: boolean; json?: boolean }>();
  const list: WorkItemList = { items: look(defaultHome(), (db) => openViews(db).cards(all)) ?? [] };
  if (json) console.log(JSON.stringify(list));
  else if (list.items.length === 0) {
    console.log('No tasks. Make one: newpi chat --agent demo "WRITE hello.txt: hi"');
  } else for (const card of list.items) console.log(printable(line(card)));
  return 0;
}

function line({ item, state, run }: WorkItemCard): string {
  const doing = run === null || run.lastTool === null ? "" : `  (${run.lastTool})`;
  return `${item.id}  ${state.padEnd(8)}  ${item.title}${doing}`;
}
