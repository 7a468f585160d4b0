import assert from "node:assert/strict";
import { usageMeter } from "./usage.ts";

const model = (inputTokens: number, costUSD?: number) => ({
  inputTokens,
  outputTokens: 1,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  costUSD,
});
const total = (inputTokens: number, costUSD: number) => ({ modelUsage: { a: model(inputTokens, costUSD) } });
const since = (inputTokens: number, costUSD: number) => ({
  ...total(999, 999),
  model_usage_since_last_result: { a: model(inputTokens, costUSD) },
});

const cases = [
  { name: "sums the parts since the last result", results: [since(10, 0.1), since(5, 0.2)], want: [15, 0.3] },
  { name: "takes the growth of a running total", results: [total(10, 0.1), total(15, 0.4)], want: [15, 0.4] },
  { name: "counts all after a reset", results: [total(10, 0.1), total(4, 0.05)], want: [14, 0.15] },
  {
    name: "adds models that come later",
    results: [total(10, 0.1), { modelUsage: { a: model(10, 0.1), b: model(7, 0.2) } }],
    want: [17, 0.3],
  },
  { name: "knows that nothing was used", results: [{ model_usage_since_last_result: {} }], want: [0, 0] },
  {
    name: "keeps tokens unknown when only a cost is given",
    results: [{ total_cost_usd: 0.2 }],
    want: [null, 0.2],
  },
  {
    name: "keeps a cost unknown that one part lacks",
    results: [{ modelUsage: { a: model(3) } }],
    want: [3, null],
  },
];
for (const { name, results, want } of cases) {
  Deno.test(`usageMeter() ${name}`, () => {
    const meter = usageMeter();
    results.forEach(meter.add);
    const usage = meter.read();
    assert.deepEqual([usage?.inputTokens, usage?.costUsd], want);
  });
}

Deno.test("usageMeter() gives nothing when nothing was reported", () => {
  const meter = usageMeter();
  assert.equal(meter.read(), null);
  meter.add({});
  assert.equal(meter.read(), null);
});
