/** The compiled newpi with a real CLI in its roles and a scripted model behind it, as a person uses it. @module */
import assert from "node:assert/strict";
import type { Event, EventPage } from "../../internal/contract/log.ts";
import type { Roles } from "../../internal/contract/settings.ts";
import { delay } from "../../internal/kernel/clock.ts";
import type { RealCli } from "../../scripts/real_clis.ts";
import { type Newpi, startNewpi } from "../browser/support/newpi.ts";
import { runtimePid } from "../support/binary.ts";
import { type CliHome, cliHome } from "./cli_home.ts";
import { type Cli, CLIS, programsOf } from "./clis.ts";
import { follow } from "./model/follow.ts";
import type { Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model_server.ts";
import { processesWith } from "./processes.ts";

/** For one step of a person: several CLIs after one another, on a machine that has more to do. */
const PATIENCE_MS = 90_000;

export interface Chain extends AsyncDisposable {
  readonly cli: Cli;
  readonly newpi: Newpi;
  readonly server: ModelServer;
  readonly home: CliHome;
  /** Says something; its id. */
  say(text: string, more?: Record<string, unknown>): Promise<string>;
  /** Waits until nothing is left to do of what a message started. */
  settled(messageId: string): Promise<void>;
  events(kind?: string): Promise<Event[]>;
  /** The first event of a kind, past or to come; of what a message started, if one is named. */
  until(kind: string, root?: string): Promise<Event>;
  /** Waits until newpi has no process beside its own. */
  alone(): Promise<void>;
}

export interface ChainOptions {
  script?: Script;
  /** Whoever is not named is played by the CLI. */
  roles?: Partial<Roles>;
  /** Of newpi. */
  variables?: Record<string, string>;
}

export const DEMO = { agent: "demo" } as const;

export async function openChain(cli: Cli, clis: RealCli[], options: ChainOptions = {}): Promise<Chain> {
  const { script = follow, roles = {}, variables = {} } = options;
  const server = startModelServer(script);
  const home = await cliHome({ modelUrl: server.url, clis: programsOf(cli, clis) });
  const newpi = await startNewpi({ ...home.env, NEWPI_LOGIN_SHELL: "0", ...variables });
  const player = { agent: cli.kind };
  await newpi.call("PUT", "/api/settings/roles", {
    roles: { primary: player, manager: player, worker: player, ...roles },
  });

  async function events(kind?: string): Promise<Event[]> {
    const filter = kind === undefined ? "" : `&kind=${kind}`;
    return (await newpi.call<EventPage>("GET", `/api/events?after=0&limit=200${filter}`)).events;
  }

  return {
    cli,
    newpi,
    server,
    home,
    events,
    async say(text, more = {}) {
      return (await newpi.call<{ messageId: string }>("POST", "/api/chat", { text, ...more })).messageId;
    },
    async settled(id) {
      await eventually(`message ${id} is settled`, async () => {
        return (await newpi.call<{ settled: boolean }>("GET", `/api/messages/${id}`)).settled || undefined;
      });
    },
    until: (kind, root) =>
      eventually(`there is ${kind}`, async () => {
        return (await events(kind)).find(({ payload }) => root === undefined || payload.root === root);
      }),
    async alone() {
      const own = await runtimePid(newpi.home);
      await eventually("newpi is alone", async () => {
        const left = (await processesWith(`HOME=${home.path}`)).filter((pid) => pid !== own);
        return left.length === 0 || undefined;
      });
    },
    async [Symbol.asyncDispose]() {
      await newpi[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

export type ChainTest = (chain: Chain, test: Deno.TestContext) => Promise<void>;

/** One test for each CLI, skipped where they cannot be had; afterwards no process of it is left. */
export function chainTests(clis: RealCli[] | null) {
  return (does: string, options: () => ChainOptions, test: ChainTest, on: readonly Cli[] = CLIS) => {
    for (const cli of on) {
      Deno.test({
        name: `newpi with ${cli.kind} ${cli.version} ${does}`,
        ignore: clis === null,
        async fn(context) {
          await using chain = await openChain(cli, clis ?? [], options());
          await test(chain, context);
          await chain.alone();
        },
      });
    }
  };
}

/** Polls another process, whose events cannot be awaited from here. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(50);
  }
  assert.fail(`Not within ${PATIENCE_MS / 1000} s: ${what}`);
}
