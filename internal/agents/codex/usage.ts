import type { Usage } from "../../contract/runs.ts";
import { asNumber, type JsonObject } from "../narrow.ts";
import { addUsage } from "../usage.ts";

/** Sums reports of tokens. codex counts cached tokens as input too, and gives no price. */
export function tokenMeter() {
  let total: Usage | null = null;

  /** @param report Of one answer of the model; its members are camelCase or snake_case. */
  function add(report: JsonObject) {
    const usage = readTokens(report);
    total = total === null ? usage : addUsage(total, usage);
  }

  return { add, read: () => total };
}

function readTokens(report: JsonObject): Usage {
  const cacheReadTokens = asNumber(report.cachedInputTokens ?? report.cached_input_tokens);
  const cacheWriteTokens = asNumber(report.cacheWriteInputTokens ?? report.cache_write_input_tokens) ?? 0;
  const input = asNumber(report.inputTokens ?? report.input_tokens);
  return {
    inputTokens: input === null ? null : Math.max(0, input - (cacheReadTokens ?? 0) - cacheWriteTokens),
    outputTokens: asNumber(report.outputTokens ?? report.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd: null,
  };
}
