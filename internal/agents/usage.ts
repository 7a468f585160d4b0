/** Sums of what CLIs report; unknown is null, and known and unknown together are unknown. @module */
import type { Usage } from "../contract/runs.ts";

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
};

export const addUsage = (a: Usage, b: Usage): Usage => combineUsage(a, b, (x, y) => x + y);

/** `null` where nothing was reported at all. */
export function sumUsage(reports: readonly (Usage | null)[]): Usage | null {
  const known = reports.filter((report) => report !== null);
  return known.length === 0 ? null : roundCost(known.reduce(addUsage));
}

export function combineUsage(a: Usage, b: Usage, by: (a: number, b: number) => number): Usage {
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
export function roundCost(usage: Usage | null): Usage | null {
  if (usage === null || usage.costUsd === null) return usage;
  return { ...usage, costUsd: Math.round(usage.costUsd * 1e9) / 1e9 };
}
