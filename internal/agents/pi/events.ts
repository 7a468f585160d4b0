/** Events of pi, the same in `rpc` and `json` mode, as ours; and what they add up to. @module */
import type { Usage } from "../../contract/runs.ts";
import type { AgentEvent } from "../driver.ts";
import { asNumber, asObject, asObjects, asText, type JsonObject } from "../narrow.ts";
import type { TurnResult } from "../outcome.ts";
import { endOfOutput, summarizeInput } from "../summary.ts";
import { addUsage, roundCost } from "../usage.ts";
import { failureOf } from "./failures.ts";

export function piEvents() {
  let usage: Usage | null = null;
  let result: TurnResult | null = null;
  let lastText = "";
  let trouble: string | null = null;

  function read(line: JsonObject): AgentEvent[] {
    switch (line.type) {
      case "message_update":
        return deltaEvents(asObject(line.assistantMessageEvent));
      case "message_end":
        return onMessage(asObject(line.message));
      case "tool_execution_start": {
        const [callId, tool] = [asText(line.toolCallId), asText(line.toolName)];
        return [{ kind: "tool", callId, tool, input: summarizeInput(line.args) }];
      }
      case "tool_execution_end":
        return [toolResult(line)];
      case "auto_retry_start":
        trouble = asText(line.errorMessage) || null;
        return [];
      default:
        return [];
    }
  }

  /** Usage is read here and nowhere else: other events repeat it. */
  function onMessage(message: JsonObject): AgentEvent[] {
    if (message.role !== "assistant") return [];
    const spent = readUsage(asObject(message.usage));
    usage = usage === null ? spent : addUsage(usage, spent);
    const texts = asObjects(message.content).filter(({ type }) => type === "text").map(({ text }) =>
      asText(text)
    );
    const words = texts.filter((text) => text !== "");
    lastText = words.length === 0 ? lastText : words.join("\n");
    result = resultOf(message);
    trouble = null;
    return words.map((text) => ({ kind: "text", text }));
  }

  /** pi settles and exits with 0 after a total failure too: only the last message tells. */
  function resultOf({ stopReason, errorMessage }: JsonObject): TurnResult {
    if (stopReason !== "error" && stopReason !== "aborted") return { text: lastText, error: null };
    return {
      text: "",
      error: failureOf(asText(errorMessage)) || `The agent's turn ended with ${stopReason}`,
    };
  }

  return {
    read,
    usage: () => roundCost(usage),
    result: () => result,
    lastText: () => lastText,
    trouble: () => trouble,
  };
}

function deltaEvents(event: JsonObject): AgentEvent[] {
  return event.type === "text_delta" ? [{ kind: "delta", text: asText(event.delta) }] : [];
}

function toolResult(line: JsonObject): AgentEvent {
  const content = asObjects(asObject(line.result).content);
  const isError = line.isError === true;
  return {
    kind: "tool_result",
    callId: asText(line.toolCallId),
    tool: asText(line.toolName),
    isError,
    output: endOfOutput(content.map(({ text }) => asText(text)).join("")),
    // A call of no known tool, or with arguments that do not fit, reaches no extension; it took no time either.
    ...(isError && asNumber(line.durationMs) === null ? { missing: "never_ran" } : {}),
  };
}

function readUsage(usage: JsonObject): Usage {
  return {
    inputTokens: asNumber(usage.input),
    outputTokens: asNumber(usage.output),
    cacheReadTokens: asNumber(usage.cacheRead),
    cacheWriteTokens: asNumber(usage.cacheWrite),
    costUsd: asNumber(asObject(usage.cost).total),
  };
}
