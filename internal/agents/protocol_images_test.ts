import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { PIXEL } from "../../tests/support/images.ts";
import { tempDir } from "../../tests/support/temp.ts";
import { claudeProtocol } from "./claude/protocol.ts";
import { inputOf } from "./codex/arguments.ts";
import { codexAppServer } from "./codex/app_server.ts";
import type { Image } from "./driver.ts";
import { fillIn } from "./image_marks.ts";
import { asObject, type JsonObject, parseObject } from "./narrow.ts";
import { piRpc } from "./pi/rpc.ts";

async function withPixel(test: (image: Image) => Promise<void>) {
  await using dir = await tempDir();
  const path = dir.at("pixel.png");
  await Deno.writeFile(path, Buffer.from(PIXEL, "base64"));
  await test({ path, mimeType: "image/png" });
}

/** What the CLI reads, line by line. */
async function lines(written: string): Promise<JsonObject[]> {
  const text = (await Array.fromAsync(fillIn(written))).join("");
  return text.split("\n").filter((line) => line !== "").map((line) => asObject(parseObject(line)));
}

Deno.test("claudeProtocol() shows images beside the text, first and later, and sends plain text without them", () =>
  withPixel(async (image) => {
    const protocol = claudeProtocol({ runId: "run_1", prompt: "Look", messageId: "np-1", images: [image] });
    const source = { type: "base64", media_type: "image/png", data: PIXEL };
    const content = (text: string) => [{ type: "text", text }, { type: "image", source }];
    assert.deepEqual(await lines(protocol.open()), [
      {
        type: "user",
        message: { role: "user", content: content("Look") },
        parent_tool_use_id: null,
        uuid: "np-1",
      },
    ]);
    const [steered] = await lines(protocol.steer("And this", "np-2", [image]));
    assert.deepEqual(steered?.message, { role: "user", content: content("And this") });
    const [plain] = await lines(protocol.steer("Go on", "np-3"));
    assert.deepEqual(plain?.message, { role: "user", content: "Go on" });
  }));

Deno.test("piRpc() gives images to the prompt they belong to", () =>
  withPixel(async (image) => {
    const protocol = piRpc({ prompt: "Look", messageId: "np-1", images: [image], version: null });
    const images = [{ type: "image", mimeType: "image/png", data: PIXEL }];
    const opened = await lines(protocol.open());
    assert.deepEqual(opened.at(-1), { id: "np-1", type: "prompt", message: "Look", images });
    assert.equal(protocol.steer("And this", "np-2", [image]), "", "it waits until the run has begun");
    const accepted = { id: "np-1", type: "response", command: "prompt", success: true };
    protocol.read(JSON.stringify({ ...accepted, data: { disposition: "started" } }));
    const { write = "" } = protocol.read(JSON.stringify({ type: "agent_start" }));
    const steered = { id: "np-2", type: "prompt", message: "And this", images, streamingBehavior: "steer" };
    assert.deepEqual(await lines(write), [steered]);
  }));

Deno.test("codexAppServer() names files, which codex reads, also when it steers", () =>
  withPixel(async (image) => {
    const input = inputOf("Look", [image]);
    const protocol = codexAppServer({ thread: {}, turn: {}, input, messageId: "np-1", version: "0" });
    let id = 0;
    const answer = (result: JsonObject) => protocol.read(JSON.stringify({ id: id++, result })).write ?? "";
    const [initialize] = await lines(protocol.open());
    id = Number(initialize?.id);
    answer({});
    const [start] = await lines(answer({ thread: { id: "t1" } }));
    assert.deepEqual(asObject(start?.params).input, [
      { type: "text", text: "Look" },
      { type: "localImage", path: image.path },
    ]);
    answer({ turn: { id: "d1" } });
    const [steered] = await lines(protocol.steer("And this", "np-2", [image]));
    assert.deepEqual([steered?.method, asObject(steered?.params).input], ["turn/steer", [
      { type: "text", text: "And this" },
      { type: "localImage", path: image.path },
    ]]);
  }));
