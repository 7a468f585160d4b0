import assert from "node:assert/strict";
import { countResults } from "./junit.ts";

/** Runs `deno test` on the source of a test file and reads its own report. */
async function countsOf(source: string) {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${dir}/a_test.js`, source);
    const args = ["test", "--no-config", "--quiet", `--junit-path=${dir}/report.xml`, `${dir}/a_test.js`];
    await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" }).output();
    return countResults(await Deno.readTextFile(`${dir}/report.xml`));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("countResults() counts what passed, failed and was skipped", async () => {
  const source = `
    Deno.test("good", () => {});
    Deno.test("also <good> & \\"quoted\\"", () => {});
    Deno.test("bad", () => { throw new Error("<skipped>"); });
    Deno.test.ignore("left out", () => {});
  `;
  assert.deepEqual(await countsOf(source), { passed: 2, failed: 1, skipped: 1 });
});
Deno.test("countResults() refuses what is no report", () => {
  assert.throws(() => countResults("<html></html>"));
});
