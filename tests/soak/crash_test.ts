import assert from "node:assert/strict";
import { PHASES } from "../crash/support/phase.ts";
import { freshSeed } from "../crash/support/random.ts";
import { crashRounds } from "../crash/support/rounds.ts";
import { reportTable } from "../crash/support/table.ts";

const ROUNDS = Number(Deno.env.get("SOAK_ROUNDS") ?? 100);
/** From here on every phase has to have been hit. */
const ENOUGH_ROUNDS = 50;

Deno.test({
  name: `newpi loses nothing in ${ROUNDS} rounds of being killed`,
  ignore: Deno.build.os !== "linux",
  async fn() {
    const first = Number(Deno.env.get("SOAK_SEED") ?? freshSeed());
    const seeds = Array.from({ length: ROUNDS }, (_, index) => (first + index) >>> 0);
    console.log(`seeds ${seeds[0]} to ${seeds.at(-1)}; again with SOAK_SEED=${first}`);
    const report = await crashRounds(seeds);
    console.log(reportTable(report));
    if (ROUNDS < ENOUGH_ROUNDS) return;
    for (const phase of PHASES) assert.ok(report.phases[phase] > 0, `no kill fell into "${phase}"`);
  },
});
