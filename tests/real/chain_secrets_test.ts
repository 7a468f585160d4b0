/**
 * A provider's key, while everybody tries to tell it: the tool that prints its environment, the model, the provider in
 * its refusal, the CLI on stderr. It is in `settings.json` and in the environment of the CLI, and nowhere else.
 */
import assert from "node:assert/strict";
import { join, relative } from "@std/path";
import { delay } from "../../internal/kernel/clock.ts";
import { BINARY } from "../support/binary.ts";
import { type Chain, chainTests } from "./chain.ts";
import { CODEX_MODEL, PI_MODEL, PI_PROVIDER } from "./cli_home.ts";
import { realClis } from "./clis.ts";
import { follow } from "./model/follow.ts";
import { refuse, say, type Script } from "./model/script.ts";
import { processesWith } from "./processes.ts";

const eachCli = chainTests(await realClis());

const KEY = `secret-${crypto.randomUUID()}`;
const MODELS = { claude: "claude-sonnet-4-5", codex: CODEX_MODEL, pi: PI_MODEL };

const indiscreet: Script = (turn) => {
  const mail = turn.user.slice(turn.user.lastIndexOf("## Messages"));
  if (turn.role === "primary" && mail.includes("refuse")) {
    return [refuse(401, `Incorrect API key provided: ${KEY}`)];
  }
  if (turn.role !== "primary" || !mail.includes("tell")) return follow(turn);
  const [of] = /ev_\w+/.exec(mail) ?? [];
  // The server says it in two pieces of the same length: the key is in the middle.
  return [say(JSON.stringify({ effects: [{ type: "reply", reply: KEY, of }] }))];
};

eachCli("tells nobody a key", () => ({ script: indiscreet }), async (chain) => {
  await useProvider(chain);
  const stream = followStream(chain);
  const watch = watchArguments(chain);
  const said = [
    // Its own environment, and that of the commands of its tools.
    await chat(chain, "RUN: env | grep -E '(KEY|TOKEN)='", /\[key\]/),
    await chat(chain, "tell", /\[key\]/),
    await chat(chain, "refuse", /refused the key/),
  ];
  await installTalkative(chain);
  said.push(await chat(chain, "hello", /cannot use \[key\]/));
  const argumentLists = await watch.stop();
  assert.ok(argumentLists.some((args) => args.includes(chain.cli.kind)), "the arguments were looked at");

  const answers = ["settings", "status", "agents", "work-items", "events?conversation=1", "events?limit=200"];
  const told: Record<string, string> = {
    arguments: argumentLists.join("\n"),
    terminal: said.join("\n"),
    stream: await stream.stop(),
    "newpi serve": chain.newpi.said.join("\n"),
    "newpi events": await newpi(chain, ["events", "--json"]),
  };
  for (const path of answers) told[path] = JSON.stringify(await chain.newpi.call("GET", `/api/${path}`));
  for (const key of [KEY, chain.home.key]) {
    for (const [where, text] of Object.entries(told)) assert.ok(!text.includes(key), `a key is in: ${where}`);
  }
  assert.match(told.stream ?? "", /event: stream\ndata: .*\[key\]/, "a reply was seen while it was written");
  await chain.newpi.stop("SIGTERM");
  assert.deepEqual(await filesWith(chain.newpi.home.root, KEY), ["settings.json"]);
  assert.deepEqual(await filesWith(chain.newpi.home.root, chain.home.key), []);
  await chain.newpi.start();
});

async function useProvider({ cli, newpi, server }: Chain): Promise<void> {
  await newpi.call("POST", "/api/providers", {
    id: "mine",
    label: "Mine",
    anthropicBaseUrl: server.url,
    openaiBaseUrl: `${server.url}/v1`,
    piProvider: PI_PROVIDER,
    apiKey: KEY,
  });
  const player = { agent: cli.kind, provider: "mine", model: MODELS[cli.kind] };
  await newpi.call("PUT", "/api/settings/roles", {
    roles: { primary: player, manager: player, worker: player },
  });
}

/** In the place of the CLI: it says on stderr what it was given, and gives up. */
async function installTalkative({ cli, home }: Chain): Promise<void> {
  const path = join(home.path, "bin", cli.kind);
  await Deno.remove(path);
  const script = `#!/bin/sh
[ "$1" = --version ] && { echo ${cli.version}; exit; }
env | grep -E '(KEY|TOKEN)=' >&2
echo "cannot use $ANTHROPIC_AUTH_TOKEN$NEWPI_CODEX_API_KEY$FAKE_API_KEY" >&2
exit 3
`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
}

/** What a command of newpi writes, to either stream. */
async function newpi(chain: Chain, args: string[]): Promise<string> {
  const env = { ...chain.home.env, NEWPI_HOME: chain.newpi.home.root };
  const { stdout, stderr } = await new Deno.Command(BINARY, { args, env, clearEnv: true }).output();
  return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
}

/** @param want In what the person reads. */
async function chat(chain: Chain, text: string, want: RegExp): Promise<string> {
  const said = await newpi(chain, ["chat", text]);
  assert.match(said, want);
  return said;
}

/** Looks at the arguments of every process of the home, again and again. */
function watchArguments({ home }: Chain) {
  const seen = new Set<string>();
  const ended = new AbortController();
  async function look() {
    while (!ended.signal.aborted) {
      for (const pid of await processesWith(`HOME=${home.path}`)) {
        seen.add(await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => ""));
      }
      await delay(20, ended.signal);
    }
  }
  const looking = look();
  return {
    async stop() {
      ended.abort();
      await looking;
      return [...seen];
    },
  };
}

/** All that a page is sent while it is open: events, and replies while they are written. */
function followStream({ newpi }: Chain) {
  const ended = new AbortController();
  let text = "";
  async function read() {
    const { token } = JSON.parse(await Deno.readTextFile(newpi.home.runtimeJson));
    const response = await fetch(`${newpi.origin}/api/events/stream?after=0`, {
      headers: { authorization: `Bearer ${token}` },
      signal: ended.signal,
    });
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  }
  const reading = read().catch((error) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    async stop() {
      ended.abort();
      await reading;
      return text;
    },
  };
}

/** As bytes, since a database is no text. */
async function filesWith(root: string, key: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("grep", { args: ["-rlaF", "--", key, root] }).output();
  const paths = new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
  return paths.map((path) => relative(root, path));
}
