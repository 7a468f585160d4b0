/** Items of a codex thread, as `exec --json` (snake_case) and the app-server (camelCase) show them. @module */
import { asObject, asObjects, asText, asTexts, type JsonObject } from "../narrow.ts";
import { endOfOutput, oneLine, summarizeInput } from "../summary.ts";

export interface ToolItem {
  callId: string;
  /** The item's own type, or `server.tool`. */
  tool: string;
  input: string;
  isError: boolean;
  output: string;
}

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

/** @returns `null` for an item that is no tool call. */
export function readTool(item: JsonObject): ToolItem | null {
  const type = asText(item.type);
  const describe = TOOLS[type.replaceAll("_", "").toLowerCase()];
  if (describe === undefined) return null;
  const { tool = type, input, output } = describe(item);
  const isError = item.status === "failed" || item.status === "declined";
  return { callId: asText(item.id), tool, input, isError, output: endOfOutput(output) };
}

/** @returns `null` for an item that is not the agent speaking. */
export function readWords(item: JsonObject): string | null {
  const isWords = item.type === "agentMessage" || item.type === "agent_message";
  return isWords ? asText(item.text) : null;
}

/** Commands come wrapped as `/bin/bash -lc '...'`. */
function withoutShell(command: string): string {
  const script = /^\S*\b(?:ba|z|da)?sh -lc '([\s\S]*)'$/.exec(command)?.[1];
  return script?.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'") ?? command;
}

const contentText = (content: unknown) => asObjects(content).map(({ text }) => asText(text)).join("\n");
