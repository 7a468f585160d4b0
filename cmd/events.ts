/** `newpi events`: the log, read straight from the database, so that it works with and without a runtime. */
import { type Event, EventQuery } from "../internal/contract/log.ts";
import { ensureRuntime, openApi } from "../internal/client/mod.ts";
import { InvalidError } from "../internal/kernel/errors.ts";
import { defaultHome, type Home } from "../internal/kernel/paths.ts";
import { untilStopped } from "../internal/kernel/signals.ts";
import { logReads } from "../internal/log/mod.ts";
import { look } from "./_database.ts";
import { command, parse, wholeNumber } from "./_options.ts";

interface Options {
  tail: number;
  kind?: string;
  item?: string;
  thread?: string;
  follow?: boolean;
  json?: boolean;
}

const PAGE = 200;

export async function run(args: string[]): Promise<number> {
  const parser = command("events", "Show the newest events of the log, oldest of them first")
    .option("--tail <n>", "how many", wholeNumber(1, 1_000_000), 20)
    .option("--kind <kinds>", "only these kinds; several with commas between them")
    .option("--item <id>", "only this task")
    .option("--thread <id>", "only this thread; main is the conversation")
    .option("--follow", "go on with what comes, until stopped")
    .option("--json", "one JSON object per line");
  if (!parse(parser, args)) return 0;
  const options = parser.opts<Options>();
  const home = defaultHome();
  const events = newest(home, options);
  for (const event of events) print(event, options);
  if (options.follow) await follow(home, events.at(-1)?.seq ?? 0, options);
  return 0;
}

function newest(home: Home, { tail, kind, item, thread }: Options): Event[] {
  const query = EventQuery.safeParse(defined({ kind, item, thread }));
  if (!query.success) throw new InvalidError(`--item or --thread is not an id`, "USAGE");
  return look(home, (db) => {
    const log = logReads(db);
    const pages: Event[][] = [];
    for (let left = tail, before: number | undefined; left > 0;) {
      const page = log.list({ ...query.data, ...defined({ before }), limit: Math.min(left, PAGE) });
      if (page === undefined || page.events.length === 0) break;
      pages.unshift(page.events);
      left -= page.events.length;
      before = page.events[0]?.seq;
    }
    return pages.flat();
  }) ?? [];
}

async function follow(home: Home, after: number, options: Options): Promise<void> {
  const api = openApi(await ensureRuntime(home));
  const end = new AbortController();
  untilStopped().then(() => end.abort());
  const kinds = options.kind?.split(",");
  for await (const event of api.events(after, end.signal)) {
    if (kinds !== undefined && !kinds.includes(event.kind)) continue;
    if (options.item !== undefined && event.workItemId !== options.item) continue;
    if (options.thread !== undefined && event.threadId !== options.thread) continue;
    print(event, options);
  }
}

function print(event: Event, { json }: Options): void {
  if (json) return console.log(JSON.stringify(event));
  const where = event.workItemId === null ? "" : ` ${event.workItemId}`;
  console.log(`${event.seq} ${event.ts} ${event.kind}${where} ${JSON.stringify(event.payload)}`);
}

function defined<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
