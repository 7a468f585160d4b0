/** Anthropic Messages, which claude speaks. @module */
import { asObject, asObjects, asText, type JsonObject } from "../../../internal/agents/narrow.ts";
import { pieces, type Protocol, serverEvent, type Voice } from "./protocol.ts";
import { completeTurn, type Said, type Turn, USAGE } from "./script.ts";

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  429: "rate_limit_error",
};

export const messages: Protocol = {
  readTurn(body, headers) {
    const said = asObjects(body.messages);
    // Newer versions tell about their surroundings in the middle of the talk instead of before it.
    const system = said.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
    return completeTurn({
      protocol: "messages",
      model: asText(body.model),
      effort: asText(asObject(body.output_config).effort),
      system: [textOf(body.system), ...system].join("\n"),
      talk: said.flatMap(readMessage),
      tools: asObjects(body.tools).map(({ name }) => asText(name)),
      headers,
    });
  },
  voice,
  errorBody: (status, message) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message },
  }),
};

function readMessage({ role, content }: JsonObject): Said[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asObjects(content);
  return blocks.flatMap((block): Said[] => {
    switch (block.type) {
      case "tool_use":
        return [{ by: "call", id: asText(block.id), tool: asText(block.name), input: asObject(block.input) }];
      case "tool_result":
        return [{ by: "tool", id: asText(block.tool_use_id), text: textOf(block.content) }];
      case "text":
        return readText(asText(role), asText(block.text));
      default:
        return [];
    }
  });
}

/** A message that came in the middle of a turn, as claude passes it on: in one version as the system's words. */
const STEERED = /^The user sent a new message while you were working:\n([^]*)\n\n[^\n]*$/;

function readText(role: string, text: string): Said[] {
  const [, steered] = STEERED.exec(text) ?? [];
  if (steered !== undefined) return [{ by: "user", text: steered }];
  if (role === "assistant") return [{ by: "model", text }];
  if (text.includes("<task-notification>")) return [{ by: "note", text }];
  return role === "user" && !isOwnWords(text) ? [{ by: "user", text }] : [];
}

/** What claude tells the model beside the words of the user. */
const isOwnWords = (text: string) => text.trimStart().startsWith("<system-reminder>");

function textOf(value: unknown): string {
  return typeof value === "string" ? value : asObjects(value).map(({ text }) => asText(text)).join("\n");
}

function voice({ model }: Turn, answerId: string): Voice {
  let index = 0;
  let called = false;
  const event = (type: string, data: JsonObject) => serverEvent({ type, ...data }, type);
  const block = (start: JsonObject, deltas: JsonObject[]) => {
    const at = index++;
    return [
      event("content_block_start", { index: at, content_block: start }),
      ...deltas.map((delta) => event("content_block_delta", { index: at, delta })),
      event("content_block_stop", { index: at }),
    ].join("");
  };
  return {
    begin: () =>
      event("message_start", {
        message: {
          id: answerId,
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: USAGE.input,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: USAGE.cacheRead,
            output_tokens: 1,
          },
        },
      }),
    say: (text) =>
      block({ type: "text", text: "" }, pieces(text).map((piece) => ({ type: "text_delta", text: piece }))),
    call({ id, tool, input }) {
      called = true;
      const json = pieces(JSON.stringify(input));
      return block(
        { type: "tool_use", id, name: tool, input: {} },
        json.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
      );
    },
    end: () =>
      event("message_delta", {
        delta: { stop_reason: called ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      }) + event("message_stop", {}),
    fail: (message) => event("error", { error: { type: "overloaded_error", message } }),
  };
}
