import type { Usage } from "../../contract/runs.ts";
import { asNumber, asObject, isObject, type JsonObject } from "../narrow.ts";
import { addUsage, combineUsage, NO_USAGE, roundCost } from "../usage.ts";

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
      total = Object.values(since).map(readModel).reduce(addUsage, total ?? NO_USAGE);
    } else if (models.length > 0) {
      const now = new Map(models.map(([model, usage]) => [model, readModel(usage)]));
      const parts = [...now].map(([model, usage]) => growth(before.get(model), usage));
      total = parts.reduce(addUsage, total ?? NO_USAGE);
      before = now;
    } else {
      const cost = asNumber(result.total_cost_usd);
      if (cost === null) return;
      total = { ...(total ?? UNKNOWN), costUsd: (total?.costUsd ?? 0) + grown(costBefore, cost) };
      costBefore = cost;
    }
  }

  /** `null` when the CLI said nothing at all. */
  const read = (): Usage | null => roundCost(total);

  return { add, read };
}

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

const growth = (old: Usage | undefined, now: Usage): Usage => old ? combineUsage(old, now, grown) : now;

/** A total that shrank was reset, so all of it is new. */
const grown = (old: number, now: number): number => now >= old ? now - old : now;
