import assert from "node:assert/strict";
import { ErrorBody } from "../../internal/contract/common.ts";
import { TestResult } from "../../internal/contract/settings.ts";
import { parsed, startServer } from "../support/server.ts";

Deno.test("an agent is tried before it is given a role, and the trial leaves no trace", async () => {
  await using test = await startServer({ primary: ({ model, effort }) => `ready with ${model} ${effort}` });
  const nobody = await test.post("/api/agents/test", { role: "primary" });
  assert.equal(parsed(nobody, ErrorBody).error.code, "AGENT_NOT_CONFIGURED");
  const runAs = { agent: "demo", model: "m-1", effort: "low" };
  const result = parsed(await test.post("/api/agents/test", { role: "primary", runAs }), TestResult);
  assert.deepEqual([result.ok, result.text, result.model], [true, "ready with m-1 low", "m-1"]);
  assert.deepEqual(test.events(), []);
  assert.equal(test.runtime.settings.roles().primary, null);
});

const refused = [
  {
    name: "a provider that does not exist",
    runAs: { agent: "demo", provider: "none" },
    want: "PROVIDER_NOT_FOUND",
  },
  { name: "an agent that does not exist", runAs: { agent: "nobody" }, want: "INVALID_INPUT" },
];
for (const { name, runAs, want } of refused) {
  Deno.test(`POST /api/agents/test refuses ${name}`, async () => {
    await using test = await startServer();
    const answer = await test.post("/api/agents/test", { role: "worker", runAs });
    assert.equal(parsed(answer, ErrorBody).error.code, want);
    assert.equal(test.agent.turns.length, 0);
  });
}
