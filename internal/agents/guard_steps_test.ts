import assert from "node:assert/strict";
import { join } from "@std/path";
import { openSteps, StepVersionError } from "./guard_steps.ts";

async function inRun(use: (runDir: string, append: (text: string) => Promise<void>) => Promise<void>) {
  const runDir = await Deno.makeTempDir();
  try {
    await use(runDir, (text) => Deno.writeTextFile(join(runDir, "steps.jsonl"), text, { append: true }));
  } finally {
    await Deno.remove(runDir, { recursive: true });
  }
}

const line = (callId: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({ v: 1, at: "2026-11-30T09:00:00.000Z", callId, tool: "Bash", verdict: "pass", ...more }) +
  "\n";

Deno.test("openSteps() reads what is appended, each line once", () =>
  inRun(async (runDir, append) => {
    const steps = await openSteps(runDir);
    assert.deepEqual(await steps.read(), []);
    await append(line("a") + line("b", { verdict: "deny", rule: "privilege.root", reason: "no" }));
    assert.deepEqual(await steps.read(), [
      { callId: "a", tool: "Bash", verdict: "pass", rule: null, reason: "" },
      { callId: "b", tool: "Bash", verdict: "deny", rule: "privilege.root", reason: "no" },
    ]);
    assert.deepEqual(await steps.read(), []);
  }));

Deno.test("openSteps() passes over the verdicts of an earlier attempt", () =>
  inRun(async (runDir, append) => {
    await append(line("old"));
    const steps = await openSteps(runDir);
    await append(line("new"));
    assert.deepEqual((await steps.read()).map(({ callId }) => callId), ["new"]);
  }));

Deno.test("openSteps() waits for the rest of a line that is not whole yet, also within a letter", () =>
  inRun(async (runDir, append) => {
    const steps = await openSteps(runDir);
    const bytes = new TextEncoder().encode(line("é"));
    const middle = bytes.indexOf(0xc3) + 1;
    await Deno.writeFile(join(runDir, "steps.jsonl"), bytes.subarray(0, middle), { append: true });
    assert.deepEqual(await steps.read(), []);
    await Deno.writeFile(join(runDir, "steps.jsonl"), bytes.subarray(middle), { append: true });
    await append("");
    assert.deepEqual((await steps.read()).map(({ callId }) => callId), ["é"]);
  }));

Deno.test("openSteps() keeps what stands before and behind damage (T18)", () =>
  inRun(async (runDir, append) => {
    const steps = await openSteps(runDir);
    await append(line("a") + "\0".repeat(512) + "\n" + line("b") + '{"v":1,"callId":"cut');
    assert.deepEqual((await steps.read()).map(({ callId }) => callId), ["a", "b"]);
  }));

const noVerdicts = [{ verdict: undefined }, { verdict: 7 }, { callId: "" }];
for (const more of noVerdicts) {
  Deno.test(`openSteps() takes ${JSON.stringify(more)} for no verdict`, () =>
    inRun(async (runDir, append) => {
      const steps = await openSteps(runDir);
      await append(line("a", more));
      assert.deepEqual(await steps.read(), []);
    }));
}

Deno.test("openSteps() passes on verdicts of a newer guard", () =>
  inRun(async (runDir, append) => {
    const steps = await openSteps(runDir);
    await append(line("a", { verdict: "wait" }) + line("b", { verdict: "later", more: true }));
    assert.deepEqual((await steps.read()).map(({ verdict }) => verdict), ["wait", "later"]);
  }));

for (const v of [2, "1", undefined]) {
  Deno.test(`openSteps() refuses lines of version ${v}`, () =>
    inRun(async (runDir, append) => {
      const steps = await openSteps(runDir);
      await append(line("a", { v }));
      await assert.rejects(steps.read(), StepVersionError);
    }));
}
