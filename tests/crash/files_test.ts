import assert from "node:assert/strict";
import { readTextIfThere } from "../../internal/kernel/atomic.ts";
import { delay } from "../../internal/kernel/clock.ts";
import type { Home } from "../../internal/kernel/paths.ts";
import { RolesView } from "../../internal/contract/settings.ts";
import { tempHome } from "../support/temp.ts";
import { type Runtime, startRuntime } from "./support/binary.ts";
import { freshSeed, random } from "./support/random.ts";

const ROUNDS = 10;

/** Each write chooses another model, by number, so that the file tells which write it is from. */
const roles = (number: number) => ({ roles: { primary: { agent: "demo", model: `model-${number}` } } });

Deno.test("settings.json and runtime.json are whole whenever newpi is killed", async () => {
  await using home = await tempHome();
  const seed = freshSeed();
  const chance = random(seed);
  console.log(`seed ${seed}`);
  const account: Account = { sent: 0, acknowledged: 0 };
  let stored = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const runtime = await startRuntime(home);
    assert.equal(await numberOf(runtime), stored, `seed ${seed}, round ${round}`);
    const writing = writeOn(runtime, account);
    await delay(chance.between(0, 40));
    await runtime.kill();
    await writing;
    stored = await storedNumber(home);
    const { acknowledged, sent } = account;
    assert.ok(stored >= acknowledged && stored <= sent, `${stored} is not in ${acknowledged} to ${sent}`);
    JSON.parse(await Deno.readTextFile(home.runtimeJson));
  }
  const runtime = await startRuntime(home);
  await runtime.stop();
  assert.deepEqual(leftovers(home), []);
});

interface Account {
  sent: number;
  acknowledged: number;
}

/** Until the connection ends. */
async function writeOn(runtime: Runtime, account: Account): Promise<void> {
  try {
    while (true) {
      const number = ++account.sent;
      const response = await runtime.send("PUT", "/api/settings/roles", roles(number));
      await response.body?.cancel();
      assert.equal(response.status, 200);
      account.acknowledged = number;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function numberOf(runtime: Runtime): Promise<number> {
  const { roles } = await runtime.get("/api/settings/roles", RolesView);
  return Number(roles.primary?.model?.slice("model-".length) ?? 0);
}

async function storedNumber(home: Home): Promise<number> {
  const text = await readTextIfThere(home.settings);
  return text === undefined ? 0 : Number(JSON.parse(text).roles.primary.model.slice("model-".length));
}

function leftovers(home: Home): string[] {
  return [...Deno.readDirSync(home.root)].map(({ name }) => name).filter((name) => name.includes(".tmp"));
}
