/** What a person does with newpi, on a machine that has loopback and nothing else. Says what happened as JSON. @module */
import { openStream } from "../support/stream.ts";
import { openCli } from "../support/binary.ts";
import { type Counters, readCounters } from "./counters.ts";
import { loopbackUp } from "./loopback_up.ts";

export interface Report {
  /** Of the whole day. */
  newpi: Counters;
  /** Of one attempt to reach an address elsewhere, to show that it would have been counted. */
  control: Counters;
  answers: { what: string; code: number; text: string }[];
  file: string;
  pages: { path: string; status: number }[];
  events: string[];
}

async function day(): Promise<Omit<Report, "newpi" | "control">> {
  await using cli = await openCli();
  const answers: Report["answers"] = [];
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli.run(args);
    answers.push({ what: args.join(" "), code, text: stdout + stderr });
    return stdout;
  };
  await run("doctor");
  await run("chat", "--agent", "demo", "WRITE hello.txt: hi");
  await run("chat", "--agent", "demo", "RUN: cat hello.txt; echo done");
  await run("chat", "--agent", "demo", "hello, who are you?");
  await run("items");
  await run("agents");
  await run("model");
  await run("events", "--tail", "5");
  const signIn = (await run("open", "--print")).trim();
  const { pages, events } = await browse(signIn);
  await run("doctor");
  const [item] = JSON.parse(await run("items", "--all", "--json")).items.toReversed();
  const file = await Deno.readTextFile(`${item.item.workspace}/hello.txt`);
  return { answers, file, pages, events };
}

/** The page with all it loads, and its live stream. */
async function browse(signIn: string): Promise<Pick<Report, "pages" | "events">> {
  const answer = await fetch(signIn, { redirect: "manual" });
  await answer.body?.cancel();
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { origin } = new URL(signIn);
  const pages: Report["pages"] = [];
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie } });
    pages.push({ path, status: response.status });
    return await response.text();
  };
  const page = await get("/");
  for (const [, path = ""] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) await get(path);
  for (
    const path of ["/api/status", "/api/agents", "/api/settings/roles", "/api/events", "/api/openapi.json"]
  ) await get(path);
  await using stream = await openStream(`${origin}/api/events/stream?after=0`, { cookie });
  await stream.next();
  return { pages, events: (await stream.events(10)).map(({ kind }) => kind) };
}

function difference(after: Counters, before: Counters): Counters {
  return { noRoute: after.noRoute - before.noRoute, datagrams: after.datagrams - before.datagrams };
}

loopbackUp();
const before = readCounters();
const happened = await day();
const after = readCounters();
await Deno.connect({ hostname: "192.0.2.1", port: 9 }).catch(() => {});
const report: Report = {
  ...happened,
  newpi: difference(after, before),
  control: difference(readCounters(), after),
};
console.log(JSON.stringify(report));
