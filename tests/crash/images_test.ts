import { join } from "@std/path";
import assert from "node:assert/strict";
import { ChatAccepted } from "../../internal/contract/conversation.ts";
import { EventPage } from "../../internal/contract/log.ts";
import { imagesOf } from "../../internal/conversation/mod.ts";
import { delay } from "../../internal/kernel/clock.ts";
import type { Home } from "../../internal/kernel/paths.ts";
import { sentImage } from "../support/images.ts";
import { tempHome } from "../support/temp.ts";
import { type Runtime, startRuntime } from "./support/binary.ts";
import { freshSeed, random } from "./support/random.ts";

const ROUNDS = 8;
const SIZES = [300_000, 5_000];

Deno.test("an image is there for every message that shows it, and none for a message that never came, whenever newpi is killed", async () => {
  await using home = await tempHome();
  const seed = freshSeed();
  const chance = random(seed);
  console.log(`seed ${seed}`);
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const runtime = await startRuntime(home);
    await check(runtime, home, acknowledged, `seed ${seed}, round ${round}`);
    const talking = [1, 2].map(() => sayOn(runtime, acknowledged));
    await delay(chance.between(20, 120));
    await runtime.kill();
    await Promise.all(talking);
  }
  const runtime = await startRuntime(home);
  await check(runtime, home, acknowledged, `seed ${seed}, at the end`);
  assert.ok(acknowledged.length > 0);
  await runtime.stop();
});

/** Until the connection ends. */
async function sayOn(runtime: Runtime, acknowledged: string[]): Promise<void> {
  const images = SIZES.map((size) => sentImage("image/png", size));
  try {
    while (true) {
      const response = await runtime.send("POST", "/api/chat", { text: "look", images });
      const body = await response.text();
      assert.equal(response.status, 202, body);
      acknowledged.push(ChatAccepted.parse(JSON.parse(body)).messageId);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function check(runtime: Runtime, home: Home, acknowledged: string[], when: string): Promise<void> {
  const shown = new Map<string, string[]>();
  for (let after = 0, hasNewer = true; hasNewer;) {
    const page = await runtime.get(`/api/events?kind=user.message&after=${after}&limit=200`, EventPage);
    for (const event of page.events) shown.set(event.id, imagesOf(event).map(({ path }) => path));
    after = page.newestSeq ?? after;
    hasNewer = page.hasNewer;
  }
  const lost = acknowledged.filter((id) => !shown.has(id));
  assert.deepEqual(lost, [], when);
  const wanted = [...shown.values()].flat();
  assert.deepEqual(filesIn(home).toSorted(), wanted.toSorted(), when);
  for (const path of wanted) {
    const { size } = await Deno.stat(join(home.root, path));
    assert.ok(SIZES.includes(size), `${path} has ${size} bytes, ${when}`);
  }
}

function filesIn({ root, inbox }: Home): string[] {
  return [...Deno.readDirSync(inbox)].flatMap(({ name: day }) =>
    [...Deno.readDirSync(join(root, "inbox", day))].map(({ name }) => `inbox/${day}/${name}`)
  );
}
