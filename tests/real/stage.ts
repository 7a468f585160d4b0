/** All that a run of newpi's drivers needs: a scripted model, a home with the CLI, the guard of the compiled newpi. @module */
import assert from "node:assert/strict";
import { fromFileUrl, join } from "@std/path";
import { type Driver, drivers, type StartSpec } from "../../internal/agents/mod.ts";
import type { Usage } from "../../internal/contract/runs.ts";
import type { RealCli } from "../../scripts/real_clis.ts";
import { type CliHome, cliHome } from "./cli_home.ts";
import { type Cli, CLIS, programsOf } from "./clis.ts";
import { type Drive, drive } from "./drive.ts";
import { type Script, USAGE } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model_server.ts";

export interface Stage extends AsyncDisposable {
  readonly cli: Cli;
  readonly server: ModelServer;
  readonly home: CliHome;
  /** Of every run that is started here. */
  readonly runDir: string;
  /** A worker under the guard, unless told otherwise. */
  start(more?: Partial<StartSpec>): Drive;
}

const NEWPI = fromFileUrl(new URL("../../dist/newpi", import.meta.url));
export const GUARD = { cmd: NEWPI, args: ["guard"] };
const RUN_MS = 60_000;

export async function openStage(cli: Cli, clis: RealCli[], script: Script): Promise<Stage> {
  const server = startModelServer(script);
  const home = await cliHome({ modelUrl: server.url, clis: programsOf(cli, clis) });
  const runDir = await makeRunFolder(home.path);
  const driver = driverFor(cli, home);
  const runs: Drive[] = [];

  function start(more: Partial<StartSpec> = {}): Drive {
    const run = drive(driver, { ...specFor(home, runDir), ...more });
    runs.push(run);
    return run;
  }

  return {
    cli,
    server,
    home,
    runDir,
    start,
    async [Symbol.asyncDispose]() {
      // A test that failed may have left some at work.
      for (const run of runs) await run.session.kill();
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function makeRunFolder(parent: string): Promise<string> {
  const folder = join(parent, "run");
  await Deno.mkdir(folder);
  await Deno.writeTextFile(join(folder, "run.json"), JSON.stringify({ v: 1 }));
  return folder;
}

function driverFor({ kind }: Cli, home: CliHome): Driver {
  const driver = drivers({ self: { cmd: NEWPI, args: [] }, variables: home.env }).get(kind);
  assert.ok(driver !== undefined, `there is a driver for ${kind}`);
  return driver;
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
        name: `${cli.kind} ${cli.version} ${does}`,
        ignore: clis === null,
        async fn() {
          await using stage = await openStage(cli, clis ?? [], script());
          await test(stage);
        },
      });
    }
  };
}
