/** newpi's own drivers at work with the real CLIs, under the guard of the compiled newpi. @module */
import assert from "node:assert/strict";
import { fromFileUrl, join } from "@std/path";
import type { Usage } from "../../internal/contract/runs.ts";
import type { RealCli } from "../../scripts/real_clis.ts";
import type { AgentEvent, AgentResult, AgentSession, Driver, StartSpec } from "../../internal/agents/mod.ts";
import { drivers } from "../../internal/agents/mod.ts";
import { settlesWithin } from "../../internal/kernel/process.ts";
import { type CliHome, cliHome } from "./cli_home.ts";
import { type Script, USAGE } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model_server.ts";
import { processesOf } from "./processes.ts";

export interface Cli {
  name: string;
  kind: "claude" | "codex" | "pi";
  version: string;
  /** What it says that one answer costs, or null when it says nothing about money. */
  answerUsd: number | null;
}

export const CLIS: Cli[] = [
  { name: "claude 2.1.332", kind: "claude", version: "2.1.332", answerUsd: 0.00078 },
  { name: "claude 2.1.197", kind: "claude", version: "2.1.197", answerUsd: 0.0012 },
  { name: "codex", kind: "codex", version: "0.171.0", answerUsd: null },
  { name: "pi", kind: "pi", version: "1.6.0", answerUsd: 0.00018 },
];

export interface Stage extends AsyncDisposable {
  readonly cli: Cli;
  readonly server: ModelServer;
  readonly home: CliHome;
  readonly driver: Driver;
  /** Of every run that is started here. */
  readonly runDir: string;
  start(more?: Partial<StartSpec>): Drive;
}

/** One run, whose events are kept as they come. */
export interface Drive {
  readonly runId: string;
  /** Of the first message. */
  readonly messageId: string;
  readonly session: AgentSession;
  readonly events: readonly AgentEvent[];
  /** The first event, past or to come, of that kind. @throws {Error} When none comes in time. */
  until<K extends AgentEvent["kind"]>(kind: K): Promise<EventOf<K>>;
  all<K extends AgentEvent["kind"]>(kind: K): EventOf<K>[];
  /** How it ended, once none of its processes is left. */
  end(): Promise<AgentResult>;
}

type EventOf<K extends AgentEvent["kind"]> = Extract<AgentEvent, { kind: K }>;

const NEWPI = "/tmp/devguard";
export const GUARD = { cmd: NEWPI, args: ["guard"] };
const RUN_MS = 60_000;
const PATIENCE_MS = 30_000;

export async function openStage(cli: Cli, clis: RealCli[], script: Script): Promise<Stage> {
  const server = startModelServer(script);
  const home = await cliHome({
    modelUrl: server.url,
    clis,
    claude: cli.kind === "claude" ? cli.version : undefined,
  });
  const runDir = join(home.path, "run");
  await Deno.mkdir(runDir);
  await Deno.writeTextFile(join(runDir, "run.json"), JSON.stringify({ v: 1 }));
  const driver = drivers({ self: { cmd: NEWPI, args: [] }, variables: home.env }).get(cli.kind);
  assert.ok(driver !== undefined, `there is a driver for ${cli.kind}`);
  return {
    cli,
    server,
    home,
    driver,
    runDir,
    start: (more) => drive(driver, { ...specFor(home, runDir), ...more }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function specFor(home: CliHome, runDir: string): StartSpec {
  return {
    runId: `run_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
    role: "worker",
    charter: "newpi role: worker\nDo as you are told.",
    prompt: "Go",
    messageId: crypto.randomUUID(),
    cwd: home.workspace,
    env: home.env,
    guard: { ...GUARD, runDir },
    timeoutMs: RUN_MS,
  };
}

function drive(driver: Driver, spec: StartSpec): Drive {
  const session = driver.start(spec);
  const events: AgentEvent[] = [];
  let more = Promise.withResolvers<void>();
  const reading = read();

  async function read() {
    for await (const event of session.events) {
      events.push(event);
      more.resolve();
      more = Promise.withResolvers();
    }
  }

  function all<K extends AgentEvent["kind"]>(kind: K): EventOf<K>[] {
    return events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  async function until<K extends AgentEvent["kind"]>(kind: K): Promise<EventOf<K>> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (performance.now() < giveUpAt) {
      const [found] = all(kind);
      if (found !== undefined) return found;
      await settlesWithin(Promise.race([more.promise, reading]), giveUpAt - performance.now());
    }
    throw new Error(`No event "${kind}" came, only ${JSON.stringify(events)}`);
  }

  return {
    runId: spec.runId,
    messageId: spec.messageId,
    session,
    events,
    all,
    until,
    async end() {
      await reading;
      const result = await session.result;
      assert.deepEqual(await processesOf(spec.runId), [], "no process of the run is left");
      return result;
    },
  };
}

/** What a run has used that asked the model that often. */
export function usageOf({ answerUsd }: Cli, answers: number): Usage {
  return {
    inputTokens: USAGE.input * answers,
    outputTokens: USAGE.output * answers,
    cacheReadTokens: USAGE.cacheRead * answers,
    cacheWriteTokens: 0,
    costUsd: answerUsd === null ? null : Math.round(answerUsd * answers * 1e9) / 1e9,
  };
}

/** One test for each CLI, skipped where they cannot be had. */
export function realTests(clis: RealCli[] | null) {
  return (does: string, script: () => Script, test: (stage: Stage) => Promise<void>, on: Cli[] = CLIS) => {
    for (const cli of on) {
      Deno.test({
        name: `${cli.name} ${does}`,
        ignore: clis === null,
        async fn() {
          await using stage = await openStage(cli, clis ?? [], script());
          await test(stage);
        },
      });
    }
  };
}
