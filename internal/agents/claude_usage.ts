import type { Usage } from "../contract/runs.ts";
import { asNumber, asObject, isObject, type JsonObject } from "./narrow.ts";

const UNKNOWN: Usage = {
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  costUsd: null,
};

/**
 * Sums what one process used, helpers included, over its `result` lines. `usage` is never read: it leaves helpers
 * out. Up-to-date CLIs report the part since the last result; older ones a total, of which the growth counts.
 */
export function usageMeter() {
  let total: Usage | null = null;
  let before = new Map<string, Usage>();
  let costBefore = 0;

  function add(result: JsonObject) {
    const since = result.model_usage_since_last_result;
    const models = Object.entries(asObject(result.modelUsage));
    if (isObject(since)) {
      total = Object.values(since).map(readModel).reduce(plus, total ?? zero());
    } else if (models.length > 0) {
      const now = new Map(models.map(([model, usage]) => [model, readModel(usage)]));
      total = [...now].map(([model, usage]) => growth(before.get(model), usage)).reduce(
        plus,
        total ?? zero(),
      );
      before = now;
    } else {
      const cost = asNumber(result.total_cost_usd);
      if (cost === null) return;
      total = { ...(total ?? UNKNOWN), costUsd: (total?.costUsd ?? 0) + grown(costBefore, cost) };
      costBefore = cost;
    }
  }

  /** `null` when the CLI said nothing at all. */
  const read = (): Usage | null =>
    total && { ...total, costUsd: total.costUsd === null ? null : withoutNoise(total.costUsd) };

  return { add, read };
}

const zero = (): Usage => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
});

function readModel(value: unknown): Usage {
  const model = asObject(value);
  return {
    inputTokens: asNumber(model.inputTokens),
    outputTokens: asNumber(model.outputTokens),
    cacheReadTokens: asNumber(model.cacheReadInputTokens),
    cacheWriteTokens: asNumber(model.cacheCreationInputTokens),
    costUsd: asNumber(model.costUSD),
  };
}

const plus = (a: Usage, b: Usage): Usage => combine(a, b, (x, y) => x + y);
const growth = (old: Usage | undefined, now: Usage): Usage => old ? combine(old, now, grown) : now;

/** A total that shrank was reset, so all of it is new. */
const grown = (old: number, now: number): number => now >= old ? now - old : now;

/** Known and unknown together are unknown. */
function combine(a: Usage, b: Usage, by: (a: number, b: number) => number): Usage {
  const both = (x: number | null, y: number | null) => x === null || y === null ? null : by(x, y);
  return {
    inputTokens: both(a.inputTokens, b.inputTokens),
    outputTokens: both(a.outputTokens, b.outputTokens),
    cacheReadTokens: both(a.cacheReadTokens, b.cacheReadTokens),
    cacheWriteTokens: both(a.cacheWriteTokens, b.cacheWriteTokens),
    costUsd: both(a.costUsd, b.costUsd),
  };
}

/** Sums of binary fractions end in noise such as 0.30000000000000004; prices do not go below a nano-dollar. */
const withoutNoise = (usd: number): number => Math.round(usd * 1e9) / 1e9;
