/** OpenAI Responses, which codex speaks. @module */
import {
  asObject,
  asObjects,
  asText,
  type JsonObject,
  parseObject,
} from "../../../internal/agents/narrow.ts";
import { pieces, type Protocol, serverEvent, type Voice } from "./protocol.ts";
import { completeTurn, type Said, type Turn, USAGE } from "./script.ts";

export const responses: Protocol = {
  readTurn(body, headers) {
    const input = asObjects(body.input);
    const developer = input.filter(({ role }) => role === "developer").map(({ content }) => textOf(content));
    return completeTurn({
      protocol: "responses",
      model: asText(body.model),
      effort: asText(asObject(body.reasoning).effort),
      system: [asText(body.instructions), ...developer].join("\n"),
      talk: input.flatMap(readItem),
      tools: asObjects(body.tools).map(({ name, type }) => asText(name) || asText(type)),
      headers,
    });
  },
  voice,
  errorBody: (status, message) => ({ error: { message, type: "error", code: String(status), param: null } }),
};

function readItem(item: JsonObject): Said[] {
  const id = asText(item.call_id);
  switch (item.type) {
    case "function_call":
      return [{ by: "call", id, tool: asText(item.name), input: parseObject(asText(item.arguments)) ?? {} }];
    case "custom_tool_call":
      return [{ by: "call", id, tool: asText(item.name), input: { input: item.input } }];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ by: "tool", id, text: textOf(item.output) }];
    case "message":
      return readMessage(item);
    default:
      return [];
  }
}

function readMessage({ role, content }: JsonObject): Said[] {
  const text = textOf(content);
  if (role === "assistant") return [{ by: "model", text }];
  return role === "user" && !isOwnWords(text) ? [{ by: "user", text }] : [];
}

/** What codex tells the model beside the words of the user. */
const isOwnWords = (text: string) => /^(?:<[a-z_]+>|# AGENTS\.md )/.test(text.trimStart());

function textOf(value: unknown): string {
  return typeof value === "string" ? value : asObjects(value).map(({ text }) => asText(text)).join("\n");
}

function voice({ model }: Turn, answerId: string): Voice {
  const output: JsonObject[] = [];
  const event = (type: string, data: JsonObject) => serverEvent({ type, ...data }, type);
  const response = (status: string) => ({ id: answerId, object: "response", model, status, output });
  return {
    begin: () => event("response.created", { response: response("in_progress") }),
    say(text) {
      const index = output.length;
      const id = `${answerId}_${index}`;
      const item = { type: "message", id, role: "assistant", status: "completed" };
      const done = { ...item, content: [{ type: "output_text", text, annotations: [] }] };
      output.push(done);
      return [
        event("response.output_item.added", { output_index: index, item: { ...item, content: [] } }),
        ...pieces(text).map((delta) =>
          event("response.output_text.delta", { item_id: id, output_index: index, content_index: 0, delta })
        ),
        event("response.output_item.done", { output_index: index, item: done }),
      ].join("");
    },
    call({ id, tool, input }) {
      const index = output.length;
      const item = {
        type: "function_call",
        id: `${answerId}_${index}`,
        call_id: id,
        name: tool,
        arguments: JSON.stringify(input),
        status: "completed",
      };
      output.push(item);
      return event("response.output_item.done", { output_index: index, item });
    },
    end: () => event("response.completed", { response: { ...response("completed"), usage: usage() } }),
    fail: (message) =>
      event("response.failed", {
        response: { ...response("failed"), error: { code: "server_error", message } },
      }),
  };
}

/** Cached input counts as input here. */
function usage(): JsonObject {
  const input = USAGE.input + USAGE.cacheRead;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: USAGE.cacheRead },
    output_tokens: USAGE.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + USAGE.output,
  };
}
