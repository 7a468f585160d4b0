/** Content blocks of Claude's `assistant` and `user` lines as events. @module */
import type { AgentEvent, ToolResultEvent } from "../driver.ts";
import { asObject, asObjects, asText, type JsonObject } from "../narrow.ts";
import { endOfOutput, summarizeInput } from "../summary.ts";

export function assistantEvents(line: JsonObject): AgentEvent[] {
  const message = asObject(line.message);
  const helper = isHelper(line) ? { helper: asText(line.parent_tool_use_id) } : {};
  return asObjects(message.content).flatMap((block): AgentEvent[] => {
    if (block.type === "tool_use") {
      const input = summarizeInput(block.input);
      return [{ kind: "tool", callId: asText(block.id), tool: asText(block.name), input, ...helper }];
    }
    if (block.type !== "text" || !isOwnText(line, message)) return [];
    return [{ kind: "text", text: asText(block.text) }];
  });
}

/** A helper's words are not the agent's, and the words of a `<synthetic>` message are the program's. */
function isOwnText(line: JsonObject, message: JsonObject): boolean {
  return !isHelper(line) && message.model !== "<synthetic>" && line.error === undefined;
}

export function isHelper(line: JsonObject): boolean {
  return typeof line.parent_tool_use_id === "string";
}

export function toolResultEvents(line: JsonObject): ToolResultEvent[] {
  const results = asObjects(asObject(line.message).content).filter((block) => block.type === "tool_result");
  const metas = asObjects(line.tool_result_meta);
  return results.map((block) => {
    const callId = asText(block.tool_use_id);
    const output = plainText(block.content);
    const meta = metas.find(({ id }) => id === callId) ?? {};
    const neverRan = isTurnedAway(meta, output, block.is_error === true);
    return {
      kind: "tool_result",
      callId,
      tool: "",
      isError: block.is_error === true || neverRan,
      output: endOfOutput(output),
      ...(neverRan ? { missing: "never_ran" } : {}),
    };
  });
}

/** A call of no known tool, or with arguments that do not fit, is answered before any hook is asked. */
function isTurnedAway(meta: JsonObject, output: string, isError: boolean): boolean {
  if (meta.non_execution_kind !== undefined) return true;
  return isError && meta.permission_decision === undefined && output.startsWith("<tool_use_error>");
}

export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return asObjects(content).map((block) => asText(block.text)).join("");
}
