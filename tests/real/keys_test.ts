/** A provider's key is for its provider: nothing else gets to see it. */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { CODEX_MODEL, PI_MODEL, PI_PROVIDER } from "./cli_home.ts";
import { realClis } from "./clis.ts";
import { follow } from "./model/follow.ts";
import { processesOf } from "./processes.ts";
import { HOLDING_COMMAND, isHeld, letGo } from "./held_tool.ts";
import { realTests } from "./stage.ts";

const eachCli = realTests(await realClis());

const MODELS = { claude: "claude-sonnet-4-5", codex: CODEX_MODEL, pi: PI_MODEL };
const HAS_KEY = /^(?:ANTHROPIC_|FAKE_API_KEY$)/;

eachCli(
  "takes a provider's key by its environment alone",
  () => follow,
  async ({ start, server, home, cli }) => {
    const apiKey = `secret-${crypto.randomUUID()}`;
    const run = start({
      prompt: `RUN: ${HOLDING_COMMAND}`,
      env: Object.fromEntries(Object.entries(home.env).filter(([name]) => !HAS_KEY.test(name))),
      model: MODELS[cli.kind],
      provider: {
        anthropicBaseUrl: server.url,
        openaiBaseUrl: `${server.url}/v1`,
        piProvider: PI_PROVIDER,
        apiKey,
      },
    });
    await isHeld(home.workspace);
    const commands = await Promise.all((await processesOf(run.runId)).map(commandOf));
    await letGo(home.workspace);
    const result = await run.end();
    assert.deepEqual([result.ok, result.error], [true, null]);
    assert.equal(server.turns.at(-1)?.model, MODELS[cli.kind]);
    assert.ok(server.turns.every(({ headers }) => headers.get("authorization") === `Bearer ${apiKey}`));

    assert.ok(commands.some((command) => command.includes(cli.kind)), "the arguments were looked at");
    const seen = [
      ...commands,
      JSON.stringify([result, run.events]),
      ...server.requests.map(({ body }) => body),
    ];
    assert.ok(seen.every((text) => !text.includes(apiKey)));
    assert.deepEqual(await filesWith(home.path, apiKey), []);
  },
);

async function commandOf(pid: number): Promise<string> {
  return await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesWith(path, text));
    else if (isFile && (await Deno.readTextFile(path)).includes(text)) found.push(path);
  }
  return found;
}
