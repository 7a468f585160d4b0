import { join } from "@std/path";
import assert from "node:assert/strict";
import { ChatAccepted, ImageType, RedactResult } from "../../internal/contract/conversation.ts";
import { imageFile, imagesOf } from "../../internal/conversation/mod.ts";
import { newId } from "../../internal/kernel/ids.ts";
import { PIXEL, sentImage } from "../support/images.ts";
import { parsed, startServer, type TestServer } from "../support/server.ts";

const MIB = 1024 * 1024;
const pixel = { data: PIXEL, mimeType: "image/png" };

/** Nobody plays a role, so that only what comes in is seen. */
const send = (test: TestServer, body: Record<string, unknown>) => test.post("/api/chat", body);

function stored({ home }: TestServer): string[] {
  return [...Deno.readDirSync(home.inbox)].flatMap(({ name }) =>
    [...Deno.readDirSync(join(home.inbox, name))].map((file) => file.name)
  );
}

const messages = (test: TestServer) => test.events("user.message");

Deno.test("of five images, one of 7 MiB and one of text, the valid ones among the first four are taken", async () => {
  await using test = await startServer();
  const images = [
    pixel,
    sentImage("image/png", 7 * MIB),
    { data: btoa("hello"), mimeType: "text/plain" },
    sentImage("image/webp"),
    sentImage("image/gif"),
  ];
  const answer = await send(test, { text: "look", images });
  assert.equal(answer.status, 202);
  assert.deepEqual(parsed(answer, ChatAccepted).dropped, [
    { index: 1, reason: "size" },
    { index: 2, reason: "type" },
    { index: 4, reason: "count" },
  ]);
  const [message] = messages(test);
  assert.deepEqual([message?.payload.text, message?.payload.imageCount], ["look", 2]);
  assert.deepEqual(message && imagesOf(message).map(({ mimeType }) => mimeType), ["image/png", "image/webp"]);
  assert.equal(stored(test).length, 2);
});

Deno.test("an image without words gets words that say so; neither of them is refused and leaves nothing", async () => {
  await using test = await startServer();
  const alone = await send(test, { images: [pixel] });
  assert.deepEqual([alone.status, alone.json().dropped], [202, undefined]);
  const [message] = messages(test);
  assert.deepEqual([message?.payload.text, message?.payload.wordless], ["(1 image, no words)", true]);
  for (const body of [{}, { text: " " }, { text: "", images: [] }]) {
    const answer = await send(test, body);
    assert.deepEqual([answer.status, answer.json().error.code], [400, "INVALID_INPUT"]);
  }
  const useless = await send(test, { text: "", images: [{ data: "aGk=", mimeType: "image/png" }] });
  assert.deepEqual([useless.status, useless.json().error.code], [400, "INVALID_INPUT"]);
  assert.match(useless.json().error.message, /image 1 does not hold what its type says/);
  assert.deepEqual([messages(test).length, stored(test).length], [1, 1]);
});

Deno.test("a message that was stored before, or cannot be stored, leaves no image behind", async () => {
  await using test = await startServer();
  const once = { text: "once", images: [pixel], clientKey: "key-00000001" };
  const answers = await Promise.all([1, 2, 3].map(() => send(test, once)));
  assert.equal(new Set(answers.map((answer) => parsed(answer, ChatAccepted).messageId)).size, 1);
  assert.equal((await send(test, { text: "x", images: [pixel], target: newId("wi_") })).status, 404);
  assert.deepEqual(stored(test).length, 1);
  const [message] = messages(test);
  assert.ok(message !== undefined);
  for (const image of imagesOf(message)) await Deno.stat(imageFile(test.home.root, image));
});

Deno.test("images of the largest size are taken while other requests are answered", async () => {
  await using test = await startServer();
  const images = ImageType.options.map((type) => sentImage(type, 6 * MIB));
  const answer = await send(test, { text: "large", images });
  assert.deepEqual([answer.status, answer.json().dropped], [202, undefined]);
  assert.equal(stored(test).length, 4);
  const { messageId } = parsed(answer, ChatAccepted);
  const shown = await test.get(`/api/messages/${messageId}/images/3`);
  assert.equal(Number(shown.headers.get("content-length")), 6 * MIB);
});

Deno.test("an image is shown to who is signed in, as what it is and as nothing more", async () => {
  await using test = await startServer();
  const { messageId } = parsed(await send(test, { text: "look", images: [pixel] }), ChatAccepted);
  const path = `/api/messages/${messageId}/images/0`;
  const shown = await test.get(path);
  assert.equal(shown.status, 200);
  const header = (name: string) => shown.headers.get(name);
  assert.equal(header("content-type"), "image/png");
  assert.equal(header("x-content-type-options"), "nosniff");
  assert.equal(header("content-security-policy"), "default-src 'none'; sandbox");
  assert.equal(header("cache-control"), "no-store");
  assert.match(header("content-disposition") ?? "", /^inline; filename="img_[0-9a-z]+_1\.png"$/);
  assert.equal((await test.raw({ path, headers: { cookie: await test.signIn() } })).status, 200);
  assert.equal((await test.raw({ path })).status, 401);
});

Deno.test("no image is found that no message shows", async () => {
  await using test = await startServer();
  const { messageId } = parsed(await send(test, { text: "look", images: [pixel] }), ChatAccepted);
  const code = async (path: string) => (await test.get(`/api/messages/${path}`)).json().error.code;
  assert.equal(await code(`${messageId}/images/1`), "IMAGE_NOT_FOUND");
  assert.equal(await code(`${newId("ev_")}/images/0`), "IMAGE_NOT_FOUND");
  for (const index of ["-1", "x", "..%2f..%2fsettings.json"]) {
    assert.equal(await code(`${messageId}/images/${index}`), "INVALID_INPUT", index);
  }
  const [message] = messages(test);
  assert.ok(message !== undefined);
  for (const image of imagesOf(message)) await Deno.remove(imageFile(test.home.root, image));
  assert.equal(await code(`${messageId}/images/0`), "IMAGE_NOT_FOUND");
});

Deno.test("an image goes with its message to the task, and is hidden with it", async () => {
  await using test = await startServer();
  const created = await test.post("/api/work-items", { title: "Paint" });
  const target = created.json().item.id;
  const { messageId } = parsed(
    await send(test, { text: "like this", images: [pixel], target }),
    ChatAccepted,
  );
  const shown = messages(test);
  assert.deepEqual(shown.map(({ payload }) => payload.imageCount), [1, 1]);
  assert.deepEqual(shown[0]?.payload.images, shown[1]?.payload.images);
  const statuses = () =>
    Promise.all(shown.map(async ({ id }) => (await test.get(`/api/messages/${id}/images/0`)).status));
  assert.deepEqual(await statuses(), [200, 200]);
  parsed(await test.post(`/api/messages/${messageId}/redact`), RedactResult);
  assert.deepEqual(await statuses(), [404, 404]);
  for (const { payload } of messages(test)) {
    assert.deepEqual([payload.text, payload.images, payload.imageCount], ["", undefined, undefined]);
  }
});

Deno.test("the next start takes away images whose message never came, and no other", async () => {
  await using test = await startServer();
  await send(test, { text: "look", images: [pixel] });
  const [message] = messages(test);
  assert.ok(message !== undefined);
  const [image] = imagesOf(message);
  assert.ok(image !== undefined);
  const file = imageFile(test.home.root, image);
  await Deno.copyFile(file, file.replace(/img_[0-9a-z]+_/, "img_0123456789ab_"));
  assert.equal(stored(test).length, 2);
  await using next = await test.restart();
  assert.deepEqual(stored(next), [image.path.split("/").at(-1)]);
  assert.equal((await next.get(`/api/messages/${message.id}/images/0`)).status, 200);
});
