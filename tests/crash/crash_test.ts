import assert from "node:assert/strict";
import { crashRounds } from "./support/rounds.ts";
import { freshSeed } from "./support/random.ts";
import { reportTable } from "./support/table.ts";

/**
 * Only the death of the process can be tested here. That an acknowledged message also survives a power cut is what
 * `synchronous=FULL` of its transaction says: SQLite waits for the disk before the answer is sent.
 */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

Deno.test({
  name: "newpi loses nothing when it is killed at any moment",
  ignore: Deno.build.os !== "linux", // other processes' environments are read from /proc
  async fn() {
    const seeds = [...SEEDS, freshSeed()];
    console.log(`seeds ${seeds.join(" ")}`);
    const report = await crashRounds(seeds);
    console.log(reportTable(report));
    assert.ok(report.kills >= seeds.length);
  },
});
