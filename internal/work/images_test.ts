import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../tests/support/engine.ts";
import { imageBytes } from "../../tests/support/images.ts";
import { effects, gate, type Script } from "../../tests/support/scripted_driver.ts";
import { untilEvent } from "../../tests/support/until.ts";
import type { StoredImage } from "../contract/conversation.ts";
import { imageFile, keepImages, redactMessage } from "../conversation/mod.ts";
import { newId } from "../kernel/ids.ts";
import { showImages } from "./images.ts";

const makeTask: Script["primary"] = ({ messages }) =>
  effects(...messages.map(({ id }) => ({ type: "create_work_item", of: id, title: "Paint", brief: "so" })));
const spawnOnce: Script["manager"] = ({ messages, last }) =>
  messages[0]?.from.startsWith("run")
    ? effects({ type: "reply", of: last, reply: "done" })
    : effects({ type: "spawn", instructions: "paint" });

/** Says it with images, as the HTTP side does. */
async function say(
  engine: Engine,
  text: string,
  more: { count?: number; size?: number; target?: string } = {},
) {
  const { count = 1, size = 32, target } = more;
  const id = newId("ev_");
  const image = { bytes: imageBytes("image/png", size), mimeType: "image/png" } as const;
  const images = await keepImages(engine.home, id, Array.from({ length: count }, () => image));
  return { message: engine.submit({ text, id, images, target }), images };
}

const filesOf = ({ home }: Engine, images: StoredImage[]) =>
  images.map((image) => ({ path: imageFile(home, image), mimeType: "image/png" }));

Deno.test("an image goes along: Primary, Manager and worker are given it, and told where it lies", async () => {
  await using engine = await openEngine({ primary: makeTask, manager: spawnOnce, worker: () => "painted" });
  const { message, images } = await say(engine, "like this", { count: 2 });
  await engine.settled(message);
  const files = filesOf(engine, images);
  const turns = engine.agent.turns.map(({ role, images = [], prompt }) => ({
    role,
    images,
    named: files.filter(({ path }) => prompt.includes(`of ${message.id}, attached: ${path}`)).length,
  }));
  assert.deepEqual(turns, [
    { role: "primary", images: files, named: 2 },
    { role: "manager", images: files, named: 2 },
    { role: "worker", images: files, named: 2 },
    { role: "manager", images: [], named: 0 },
  ]);
});

Deno.test("an image for a run that works reaches its worker; one that comes too late reaches the Manager", async () => {
  const working = gate();
  const heard: { text: string; images: unknown }[] = [];
  await using engine = await openEngine({
    primary: makeTask,
    manager: spawnOnce,
    worker: async (turn) => {
      turn.onSteer = (text, messageId, images) => {
        if (text.includes("late")) return false;
        heard.push({ text, images });
        turn.emit({ kind: "taken", messageId });
        return true;
      };
      await working.pass();
      return "painted";
    },
  });
  const first = engine.submit({ text: "paint" });
  await working.reached;
  const target = engine.work.items.all()[0]?.id;
  const steered = await say(engine, "like this", { target });
  await untilEvent(engine.log, ({ kind }) => kind === "run.steered");
  const late = await say(engine, "too late", { target });
  await untilEvent(engine.log, ({ kind, payload }) => kind === "run.steered" && payload.late === true);
  working.open();
  await engine.settled(first);
  const [file] = filesOf(engine, steered.images);
  assert.deepEqual(heard.map(({ images }) => images), [[file]]);
  assert.match(heard[0]?.text ?? "", /^Images:\n- of ev_\w+, attached: .*\.png\n\nlike this$/);
  assert.deepEqual(engine.agent.turns.at(-1)?.role, "manager");
  assert.deepEqual(engine.agent.turns.at(-1)?.images, filesOf(engine, late.images));
});

Deno.test("an image whose file is gone does not fail a turn", async () => {
  await using engine = await openEngine(
    { primary: ({ last }) => effects({ type: "reply", of: last, reply: "hm" }) },
    { start: false },
  );
  const { message, images } = await say(engine, "look", { count: 2 });
  const [gone, kept] = filesOf(engine, images);
  await Deno.remove(gone?.path ?? "");
  await engine.work.start();
  await engine.settled(message);
  const [turn] = engine.agent.turns;
  assert.deepEqual(turn?.images, [kept]);
  assert.ok(turn?.prompt.includes(`its file was removed: ${gone?.path}`));
  assert.equal(engine.events("agent.reply").length, 1);
});

Deno.test("an image of a message that was hidden before its turn is neither shown nor named", async () => {
  await using engine = await openEngine(
    { primary: ({ last }) => effects({ type: "reply", of: last, reply: "?" }) },
    { start: false },
  );
  const { message } = await say(engine, "look");
  redactMessage(engine.db, engine.log, message.id);
  await engine.work.start();
  await engine.settled(message);
  const [turn] = engine.agent.turns;
  assert.deepEqual(turn?.images, []);
  assert.doesNotMatch(turn?.prompt ?? "", /inbox|## Images/);
});

Deno.test("showImages() attaches the newest ones, eight and 24 MiB at most, and names the others", async () => {
  await using engine = await openEngine({}, { start: false });
  const many = [];
  for (let i = 0; i < 3; i++) many.push((await say(engine, "many", { count: 4 })).message);
  const shown = await showImages(engine.home, [...many, ...many]);
  assert.equal(shown.images.length, 8);
  const lines = shown.text.split("\n");
  assert.deepEqual(lines.map((line) => line.includes("too many to attach")), [
    ...Array(4).fill(true),
    ...Array(8).fill(false),
  ]);
  const large = (await say(engine, "large", { count: 4, size: 6 * 1024 * 1024 })).message;
  assert.equal((await showImages(engine.home, [...many, large])).images.length, 4);
});
