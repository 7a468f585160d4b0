/** Content blocks of Claude's `assistant` and `user` lines as events. @module */
import type { AgentEvent } from "./driver.ts";
import { asObject, asObjects, asText, isObject, type JsonObject } from "./narrow.ts";

const SHOWN_CHARS = 500;

/** @param openCalls Names of the tools that were called and have not answered, by call id. */
export function assistantEvents(line: JsonObject, openCalls: Map<string, string>): AgentEvent[] {
  const message = asObject(line.message);
  const events: AgentEvent[] = [];
  for (const block of asObjects(message.content)) {
    if (block.type === "tool_use") {
      const call = { callId: asText(block.id), tool: asText(block.name) };
      openCalls.set(call.callId, call.tool);
      events.push({ kind: "tool", ...call, input: summarizeInput(block.input) });
    }
    if (block.type === "text" && isOwnText(line, message)) {
      events.push({ kind: "text", text: asText(block.text) });
    }
  }
  return events;
}

/** A helper's words are not the agent's, and the words of a `<synthetic>` message are the program's. */
function isOwnText(line: JsonObject, message: JsonObject): boolean {
  return !isHelper(line) && message.model !== "<synthetic>" && line.error === undefined;
}

export function isHelper(line: JsonObject): boolean {
  return typeof line.parent_tool_use_id === "string";
}

export function toolResultEvents(line: JsonObject, openCalls: Map<string, string>): AgentEvent[] {
  const notExecuted = new Set(
    asObjects(line.tool_result_meta).filter((meta) => meta.non_execution_kind !== undefined).map((meta) =>
      meta.id
    ),
  );
  return asObjects(asObject(line.message).content).filter((block) => block.type === "tool_result").map(
    (block) => {
      const callId = asText(block.tool_use_id);
      const tool = openCalls.get(callId) ?? "";
      openCalls.delete(callId);
      const isError = block.is_error === true || notExecuted.has(callId);
      return {
        kind: "tool_result",
        callId,
        tool,
        isError,
        output: plainText(block.content).slice(-SHOWN_CHARS),
      };
    },
  );
}

export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return asObjects(content).map((block) => asText(block.text)).join("");
}

/** The member that says most about a call, in this order. */
const TELLING = ["command", "file_path", "path", "pattern", "query", "url", "description", "prompt"];

function summarizeInput(input: unknown): string {
  const members = isObject(input) ? input : {};
  const telling = TELLING.map((name) => members[name]).find((value) => typeof value === "string");
  const text = typeof telling === "string" ? telling : JSON.stringify(input) ?? "";
  // Cut before the search for white space: the input may be a whole file.
  const line = text.slice(0, SHOWN_CHARS + 1).replace(/\s+/g, " ").trim();
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS - 1)}…` : line;
}
