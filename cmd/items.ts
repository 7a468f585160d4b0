/** `newpi items`: the tasks and what they are doing. */
import type { WorkItemCard, WorkItemList } from "../internal/contract/work.ts";
import { findRuntime } from "../internal/client/mod.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { openViews } from "../internal/views/mod.ts";
import { look } from "./_database.ts";
import { command, parse } from "./_options.ts";
import { printable } from "./_printable.ts";

/** What a task can only do while newpi runs. */
const BUSY = new Set(["running", "queued", "thinking"]);

export async function run(args: string[]): Promise<number> {
  const parser = command("items", "List tasks, newest change first")
    .option("--all", "closed ones too")
    .option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const { all = false, json } = parser.opts<{ all?: boolean; json?: boolean }>();
  const home = defaultHome();
  const list: WorkItemList = { items: look(home, (db) => openViews(db).cards(all)) ?? [] };
  if (json) console.log(JSON.stringify(list));
  else if (list.items.length === 0) {
    console.log('No tasks. Make one: newpi chat --agent demo "WRITE hello.txt: hi"');
  } else for (const card of list.items) console.log(printable(line(card)));
  if (list.items.some(({ state }) => BUSY.has(state)) && await findRuntime(home) === undefined) {
    console.error("newpi is not running: this is how it stood. The work goes on when it is started.");
  }
  return 0;
}

function line({ item, state, run }: WorkItemCard): string {
  const doing = run === null || run.lastTool === null ? "" : `  (${run.lastTool})`;
  return `${item.id}  ${state.padEnd(8)}  ${item.title}${doing}`;
}
