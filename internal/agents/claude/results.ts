import { asNumber, asText, asTexts, type JsonObject } from "../narrow.ts";
import type { TurnResult } from "../outcome.ts";
import { explainFailure } from "../provider_failure.ts";

const LIMITS: Record<string, string> = {
  error_max_turns: "The agent reached its limit of turns",
  error_max_budget_usd: "The agent reached its limit of cost",
};

export function readResult(line: JsonObject): TurnResult {
  const text = asText(line.result);
  // `subtype` is "success" after an API error too; only `is_error` tells.
  if (line.subtype === "success" && line.is_error !== true) return { text, error: null };
  const reason = asTexts(line.errors).join("\n") || text || LIMITS[asText(line.subtype)] ||
    asText(line.subtype);
  const error = reason || "The agent reported an error without a reason";
  return { text: "", error: explainFailure(error, asNumber(line.api_error_status)) };
}

/** Only this sentence tells it from any other failure to begin. */
export function isResumeLost(result: TurnResult | null): boolean {
  return result?.error?.startsWith("No conversation found with session ID") ?? false;
}
