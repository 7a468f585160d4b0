import assert from "node:assert/strict";
import { ask } from "./probe.ts";

const env = { PATH: Deno.env.get("PATH") ?? "" };
const shell = (script: string) => ({ cmd: "sh", args: ["-c", script] });
const options = { ignore: Deno.build.os === "windows" };

Deno.test("ask() gives what a program printed and how it ended", options, async () => {
  const answer = await ask({ command: shell("cat; echo no >&2; exit 3"), env, input: "hi", timeoutMs: 5000 });
  assert.deepEqual(answer, { code: 3, stdout: "hi", stderr: "no\n" });
});

Deno.test("ask() does not mind a program that reads nothing", options, async () => {
  const answer = await ask({ command: shell("exit 0"), env, input: "x".repeat(1_000_000), timeoutMs: 5000 });
  assert.equal(answer?.code, 0);
});

Deno.test("ask() ends a program that takes too long, and what it started", options, async () => {
  const began = performance.now();
  assert.equal(await ask({ command: shell("sleep 60 & sleep 60"), env, timeoutMs: 100 }), null);
  assert.ok(performance.now() - began < 5000);
});

Deno.test("ask() does not wait for what a program leaves in the background", options, async () => {
  const began = performance.now();
  const answer = await ask({ command: shell("sleep 5 & echo done"), env, timeoutMs: 4000 });
  assert.equal(answer?.stdout, "done\n");
  assert.ok(performance.now() - began < 4000);
});

Deno.test("ask() refuses a program that is not there", async () => {
  await assert.rejects(ask({ command: { cmd: "/nowhere/x", args: [] }, env, timeoutMs: 100 }));
});
