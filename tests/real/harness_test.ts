/** The scripted model and the homes, with each real CLI alone: what newpi's drivers are tested with does work. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { cliHome } from "./cli_home.ts";
import { CLIS, programsOf, realClis } from "./clis.ts";
import { HOLDING_COMMAND, isHeld, letGo } from "./held_tool.ts";
import { cut, hang, refuse, say, type Script, shell, write } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model_server.ts";
import { processesOf } from "./processes.ts";
import { claudeDialect, codexDialect, type Dialect, openRawCli, piDialect, type RawCli } from "./raw_cli.ts";

interface Stage {
  cli: RawCli;
  server: ModelServer;
  key: string;
  workspace: string;
}

const DIALECTS = { claude: claudeDialect, codex: codexDialect, pi: piDialect };

const clis = await realClis();

function eachCli(
  does: string,
  script: () => Script,
  test: (stage: Stage, dialect: Dialect) => Promise<void>,
) {
  for (const one of CLIS) {
    Deno.test({
      name: `${one.kind} ${one.version} alone ${does}`,
      ignore: clis === null,
      async fn() {
        const dialect = DIALECTS[one.kind];
        await using server = startModelServer(script());
        await using home = await cliHome({ modelUrl: server.url, clis: programsOf(one, clis ?? []) });
        await using cli = openRawCli(dialect, home);
        await dialect.begin(cli, "Go");
        await test({ cli, server, key: home.key, workspace: home.workspace }, dialect);
      },
    });
  }
}

eachCli("answers with the model's words", () => () => [say("Hello there.")], async (stage, dialect) => {
  const { cli, server, key } = stage;
  await cli.until(dialect.isEnd);
  assert.deepEqual(dialect.outcome(cli.lines), { text: "Hello there." });
  assert.equal(server.turns.length, 1);
  assert.equal(server.turns[0]?.user, "Go");
  const [asked] = server.requests.filter(({ method }) => method === "POST");
  const holdKey = [...asked?.headers ?? []].filter(([, value]) => value.includes(key)).map(([name]) => name);
  assert.equal(holdKey.length, 1, "the key is in one header");
  assert.ok(["authorization", "x-api-key"].includes(holdKey[0] ?? ""));
  assert.ok(server.requests.every(({ body, path }) => !`${path} ${body}`.includes(key)));
});

eachCli("writes a file by a tool of its own", () => (turn) => {
  return turn.results.length === 0 ? [write("hello.txt", "hi\nyou\n")] : [say("Wrote it.")];
}, async ({ cli, workspace }, dialect) => {
  await cli.until(dialect.isEnd);
  assert.deepEqual(dialect.outcome(cli.lines), { text: "Wrote it." });
  assert.equal(await Deno.readTextFile(join(workspace, "hello.txt")), "hi\nyou\n");
});

const holds: Script = ({ talk, user }) =>
  talk.some(({ by }) => by === "tool") ? [say(`Heard "${user}".`)] : [shell(HOLDING_COMMAND)];

eachCli("takes a message into the turn that runs", () => holds, async (stage, dialect) => {
  const { cli, server, workspace } = stage;
  await cli.until(dialect.isToolStart);
  await dialect.steer(cli, "And hurry");
  await isHeld(workspace);
  await letGo(workspace);
  await cli.until(dialect.isEnd);
  assert.deepEqual(dialect.outcome(cli.lines), { text: 'Heard "And hurry".' });
  assert.equal(server.turns.length, 2);
});

for (const [status, message] of [[400, "no such model"], [401, "wrong key"], [429, "too fast"]] as const) {
  eachCli(`says why after ${status}`, () => () => [refuse(status, message)], async ({ cli }, dialect) => {
    await cli.until(dialect.isEnd);
    const outcome = dialect.outcome(cli.lines);
    assert.match("error" in outcome ? outcome.error : "", new RegExp(`${message}|${status}`));
  });
}

const hurriesOnce = (): Script => {
  let asked = 0;
  return () => asked++ === 0 ? [refuse(429, "too fast", 1)] : [say("Now.")];
};

eachCli("tries again after a 429", hurriesOnce, async ({ cli, server }, dialect) => {
  await cli.until(dialect.isEnd);
  assert.deepEqual(dialect.outcome(cli.lines), { text: "Now." });
  assert.equal(server.turns.length, 2);
});

const breaksOnce = (): Script => {
  let asked = 0;
  return () => asked++ === 0 ? [say("Half"), cut] : [say("Whole.")];
};

eachCli("goes on or says why when the connection breaks", breaksOnce, async ({ cli }, dialect) => {
  await cli.until(dialect.isEnd);
  assert.match(JSON.stringify(dialect.outcome(cli.lines)), /"Whole\."|connection/i);
});

eachCli(
  "leaves nothing when it is killed while the model is silent",
  () => () => [say("Half"), hang],
  async (stage) => {
    const { cli, server } = stage;
    await server.turn(({ user }) => user === "Go");
    assert.ok((await processesOf(cli.runId)).length > 0);
    await cli.child.kill();
    assert.deepEqual(await processesOf(cli.runId), []);
  },
);
