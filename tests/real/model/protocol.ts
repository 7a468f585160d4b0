import type { JsonObject } from "../../../internal/agents/narrow.ts";
import type { Turn } from "./script.ts";

export interface ToolCall {
  id: string;
  tool: string;
  input: Record<string, unknown>;
}

/** Writes one answer as a stream of server-sent events. */
export interface Voice {
  begin(): string;
  say(text: string): string;
  call(call: ToolCall): string;
  end(): string;
  /** Instead of an end. */
  fail(message: string): string;
}

export interface Protocol {
  readTurn(body: JsonObject, headers: Headers): Turn;
  voice(turn: Turn, answerId: string): Voice;
  errorBody(status: number, message: string): JsonObject;
}

/** One server-sent event; the name is left out where a protocol has none. */
export function serverEvent(data: unknown, name?: string): string {
  const head = name === undefined ? "" : `event: ${name}\n`;
  return `${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** In two pieces, so that a reader has something to put together. */
export function pieces(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}
