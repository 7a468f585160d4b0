/** Images with the real CLIs: that the model is shown them, first and while it works. */
import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { join } from "@std/path";
import { PIXEL } from "../support/images.ts";
import { CODEX_MODEL, PI_MODEL } from "./cli_home.ts";
import { realClis } from "./clis.ts";
import { HOLDING_COMMAND, isHeld, letGo } from "./held_tool.ts";
import { realTests, type Stage } from "./stage.ts";
import { say, type Script, shell } from "./model/script.ts";

const eachCli = realTests(await realClis());
/** Models that can see. */
const MODELS = { claude: "claude-opus-4-8", codex: CODEX_MODEL, pi: PI_MODEL };

const OTHER =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

async function image({ home }: Stage, name: string, base64: string) {
  const path = join(home.path, name);
  await Deno.writeFile(path, Buffer.from(base64, "base64"));
  return { mimeType: "image/png", path };
}

const isShown = ({ server }: Stage, base64: string) => server.requests.at(-1)?.body.includes(base64) ?? false;

eachCli("shows the model the images of its first message", () => () => [say("Nice.")], async (stage) => {
  const images = [await image(stage, "a b.png", PIXEL), await image(stage, "other.png", OTHER)];
  const result = await stage.start({ model: MODELS[stage.cli.kind], images }).end();
  assert.deepEqual([result.ok, result.text], [true, "Nice."]);
  assert.deepEqual([isShown(stage, PIXEL), isShown(stage, OTHER)], [true, true]);
});

const holds: Script = ({ talk }) =>
  talk.some(({ by }) => by === "tool") ? [say("Seen.")] : [shell(HOLDING_COMMAND)];

eachCli("shows the model an image that comes while it works", () => holds, async (stage) => {
  const { cli, home, start, server } = stage;
  const run = start({ model: MODELS[cli.kind] });
  await isHeld(home.workspace);
  const shown = [await image(stage, "late.png", PIXEL)];
  assert.equal(await run.session.steer("Like this", crypto.randomUUID(), shown), true);
  await letGo(home.workspace);
  const result = await run.end();
  assert.deepEqual([result.ok, result.text], [true, "Seen."]);
  assert.deepEqual([server.turns.length, isShown(stage, PIXEL)], [2, true]);
});
