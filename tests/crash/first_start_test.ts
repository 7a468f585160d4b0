import { Database } from "@db/sqlite";
import assert from "node:assert/strict";
import { exists } from "../support/files.ts";
import { tempHome } from "../support/temp.ts";
import { Status } from "../../internal/contract/system.ts";
import { delay } from "../../internal/kernel/clock.ts";
import type { Home } from "../../internal/kernel/paths.ts";
import { spawnRuntime, startRuntime } from "./support/binary.ts";
import { freshSeed, random } from "./support/random.ts";

const ROUNDS = 30;
/** How long it takes about from the moment the home appears to the end of the start, and to make the database. */
const START_MS = 30;
const DATABASE_MS = 4;

Deno.test("a first start that is killed at any moment is no obstacle to the next one", async () => {
  const seed = freshSeed();
  const chance = random(seed);
  const reached: Record<string, number> = {};
  for (let round = 1; round <= ROUNDS; round++) {
    await using home = await tempHome();
    const [begin, withinMs] = round % 2 === 0 ? [home.root, START_MS] : [home.database, DATABASE_MS];
    const killAfterMs = chance.between(0, withinMs);
    const starting = spawnRuntime(home);
    while (!await exists(begin)) await delay(0);
    await delay(killAfterMs);
    await starting.kill();
    const far = howFar(home);
    reached[far] = (reached[far] ?? 0) + 1;
    try {
      await startsWell(home);
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: killed with ${far}`, { cause: error });
    }
  }
  console.log(`seed ${seed}; killed with ${JSON.stringify(reached)}`);
  assert.ok(Object.keys(reached).length > 1, "every kill came at the same point");
});

function howFar(home: Home): string {
  try {
    using database = new Database(home.database, { readonly: true, create: false });
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get();
    return `${tables?.count} tables`;
  } catch {
    return "no database";
  }
}

async function startsWell(home: Home): Promise<void> {
  const runtime = await startRuntime(home);
  try {
    assert.equal((await runtime.get("/api/status", Status)).latestSeq, 0);
    await runtime.stop();
  } finally {
    await runtime.kill();
  }
}
