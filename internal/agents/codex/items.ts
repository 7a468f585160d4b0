/** Items of a codex thread, as `exec --json` (snake_case) and the app-server (camelCase) show them. @module */
import type { AgentEvent } from "../driver.ts";
import { asObject, asObjects, asText, asTexts, type JsonObject } from "../narrow.ts";
import { endOfOutput, oneLine, summarizeInput } from "../summary.ts";

/** `tool`: the name, when it is not the item's type. */
type Describe = (item: JsonObject) => { tool?: string; input: string; output: string };

/** Items that are calls of a tool, by their type without underscores. Others are words, plans and notices. */
const TOOLS: Readonly<Record<string, Describe>> = {
  commandexecution: (item) => ({
    input: oneLine(withoutShell(asText(item.command))),
    output: asText(item.aggregatedOutput ?? item.aggregated_output),
  }),
  filechange: (item) => ({
    input: oneLine(asObjects(item.changes).map(({ path }) => asText(path)).join(", ")),
    output: asText(item.status),
  }),
  mcptoolcall: (item) => ({
    tool: `${asText(item.server)}.${asText(item.tool)}`,
    input: summarizeInput(item.arguments),
    output: asText(asObject(item.error).message) || contentText(asObject(item.result).content),
  }),
  dynamictoolcall: (item) => ({
    tool: asText(item.tool),
    input: summarizeInput(item.arguments),
    output: contentText(item.contentItems),
  }),
  collabagenttoolcall: describeHelper,
  collabtoolcall: describeHelper,
  websearch: (item) => ({ input: oneLine(asText(item.query)), output: "" }),
  imageview: (item) => ({ input: oneLine(asText(item.path)), output: "" }),
  imagegeneration: (item) => ({ input: summarizeInput(item.revisedPrompt), output: asText(item.status) }),
};

function describeHelper(item: JsonObject) {
  const threads = asTexts(item.receiverThreadIds ?? item.receiver_thread_ids);
  return { input: oneLine(asText(item.prompt)), output: threads.join(", ") };
}

/** @param helper The thread of the helper whose item it is; its calls are shown, its words are not the agent's. */
export function itemEvents(item: JsonObject, isDone: boolean, helper: string | null = null): AgentEvent[] {
  const type = asText(item.type);
  if (type === "agentMessage" || type === "agent_message") {
    const isSaid = isDone && helper === null && item.text !== "";
    return isSaid ? [{ kind: "text", text: asText(item.text) }] : [];
  }
  const describe = TOOLS[type.replaceAll("_", "").toLowerCase()];
  if (describe === undefined) return [];
  const { tool = type, input, output } = describe(item);
  const callId = asText(item.id);
  if (!isDone) return [{ kind: "tool", callId, tool, input, ...(helper === null ? {} : { helper }) }];
  const isError = item.status === "failed" || item.status === "declined";
  return [{ kind: "tool_result", callId, tool, isError, output: endOfOutput(output) }];
}

/** Commands come wrapped as `/bin/bash -lc '...'`. */
function withoutShell(command: string): string {
  const script = /^\S*\b(?:ba|z|da)?sh -lc '([\s\S]*)'$/.exec(command)?.[1];
  return script?.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'") ?? command;
}

const contentText = (content: unknown) => asObjects(content).map(({ text }) => asText(text)).join("\n");
