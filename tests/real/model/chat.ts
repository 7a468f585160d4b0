/** OpenAI Chat Completions, which pi speaks to a provider of its own making. @module */
import {
  asObject,
  asObjects,
  asText,
  type JsonObject,
  parseObject,
} from "../../../internal/agents/narrow.ts";
import { pieces, type Protocol, serverEvent, type Voice } from "./protocol.ts";
import { completeTurn, type Said, type Turn, USAGE } from "./script.ts";

export const chat: Protocol = {
  readTurn(body, headers) {
    const said = asObjects(body.messages);
    const system = said.filter(({ role }) => role === "system" || role === "developer");
    return completeTurn({
      protocol: "chat",
      model: asText(body.model),
      effort: asText(body.reasoning_effort),
      system: system.map(({ content }) => textOf(content)).join("\n"),
      talk: said.flatMap(readMessage),
      tools: asObjects(body.tools).map((tool) => asText(asObject(tool.function).name)),
      headers,
    });
  },
  voice,
  errorBody: (status, message) => ({ error: { message, type: "error", code: String(status), param: null } }),
};

function readMessage(message: JsonObject): Said[] {
  const text = textOf(message.content);
  switch (message.role) {
    case "user":
      return [{ by: "user", text }];
    case "tool":
      return [{ by: "tool", id: asText(message.tool_call_id), text }];
    case "assistant":
      return [...(text === "" ? [] : [{ by: "model" as const, text }]), ...readCalls(message)];
    default:
      return [];
  }
}

function readCalls({ tool_calls }: JsonObject): Said[] {
  return asObjects(tool_calls).map((call) => {
    const { name, arguments: json } = asObject(call.function);
    return { by: "call", id: asText(call.id), tool: asText(name), input: parseObject(asText(json)) ?? {} };
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : asObjects(value).map(({ text }) => asText(text)).join("\n");
}

function voice({ model }: Turn, answerId: string): Voice {
  let calls = 0;
  const chunk = (data: JsonObject) =>
    serverEvent({ id: answerId, object: "chat.completion.chunk", created: 0, model, ...data });
  const delta = (delta: JsonObject, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
  return {
    begin: () => delta({ role: "assistant" }),
    say: (text) => pieces(text).map((content) => delta({ content })).join(""),
    call({ id, tool, input }) {
      const index = calls++;
      const start = { index, id, type: "function", function: { name: tool, arguments: "" } };
      return [
        delta({ tool_calls: [start] }),
        ...pieces(JSON.stringify(input)).map((json) =>
          delta({ tool_calls: [{ index, function: { arguments: json } }] })
        ),
      ].join("");
    },
    end: () =>
      delta({}, calls > 0 ? "tool_calls" : "stop") + chunk({ choices: [], usage: usage() }) +
      serverEvent("[DONE]"),
    fail: (message) => serverEvent({ error: { message, type: "server_error", code: "500" } }),
  };
}

/** Cached input counts as input here. */
function usage(): JsonObject {
  const input = USAGE.input + USAGE.cacheRead;
  return {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: USAGE.cacheRead },
    completion_tokens: USAGE.output,
    total_tokens: input + USAGE.output,
  };
}
