/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { TestResult } from "../../internal/contract/settings.ts";
import { agentTestsState } from "./agent_tests.ts";

const RESULT: TestResult = {
  ok: true,
  agent: "demo",
  model: null,
  text: "ready",
  error: null,
  durationMs: 5,
};

function setUp() {
  const asked: { request: unknown; answer(result: TestResult): void; fail(error: Error): void }[] = [];
  const tests = agentTestsState({
    testAgent: (request) => new Promise((answer, fail) => asked.push({ request, answer, fail })),
  }, () => 0);
  return { tests, asked };
}

Deno.test("a test is running, then shows what was answered", async () => {
  const { tests, asked } = setUp();
  const done = tests.run("worker", "worker", { agent: "demo" });
  assert.deepEqual(tests.of("worker"), { phase: "running", since: "1970-01-01T00:00:00.000Z" });
  assert.deepEqual(asked[0]?.request, { role: "worker", runAs: { agent: "demo" } });
  asked[0]?.answer(RESULT);
  await done;
  assert.deepEqual(tests.of("worker"), { phase: "answered", result: RESULT });
  assert.equal(tests.of("primary"), undefined);
});

Deno.test("a test that the server refuses shows why", async () => {
  const { tests, asked } = setUp();
  const done = tests.run("worker", "worker", { agent: "demo" });
  const error = new Error("refused");
  asked[0]?.fail(error);
  await done;
  assert.deepEqual(tests.of("worker"), { phase: "refused", error });
});

Deno.test("an answer about a choice that has changed since is not shown", async () => {
  const { tests, asked } = setUp();
  const old = tests.run("worker", "worker", { agent: "demo" });
  tests.forget("worker");
  const young = tests.run("worker", "worker", { agent: "claude" });
  asked[0]?.answer(RESULT);
  await old;
  assert.equal(tests.of("worker")?.phase, "running");
  tests.forget("worker");
  asked[1]?.answer(RESULT);
  await young;
  assert.equal(tests.of("worker"), undefined);
});
