/** What the demo agent prints: the lines of Claude's stream-json protocol. @module */

export interface VoiceOptions {
  sessionId: string;
  /** `--include-partial-messages`. */
  partial: boolean;
  /** The program that reads wants `session_state_changed` lines. */
  states: boolean;
}

export interface TurnEnd {
  text: string;
  failure: "failed" | "interrupted" | null;
  messageIds: string[];
  queued: number;
  durationMs: number;
}

const VERSION = "demo";
const CAPABILITIES = ["interrupt_receipt_v1", "interrupt_cancel_queued_v1", "msg_lifecycle_v1"];
const TOOLS = ["Bash", "Read", "Wait", "Write"];
const MODEL = "demo";
const NO_TOKENS = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};
const DELTA = /[\s\S]{1,24}/gu;

/** @param print Writes a line; called in order. */
export function demoVoice(
  print: (line: string) => Promise<void>,
  { sessionId, partial, states }: VoiceOptions,
) {
  let state = "idle";
  let messages = 0;
  let results = 0;

  const emit = (line: Record<string, unknown>) =>
    print(JSON.stringify({ ...line, uuid: line.uuid ?? crypto.randomUUID(), session_id: sessionId }));

  const assistant = (block: Record<string, unknown>) =>
    emit({
      type: "assistant",
      message: {
        id: `msg_${messages}`,
        type: "message",
        role: "assistant",
        model: MODEL,
        content: [block],
        stop_reason: null,
        usage: NO_TOKENS,
      },
      parent_tool_use_id: null,
    });

  const streamEvent = (event: Record<string, unknown>) =>
    partial ? emit({ type: "stream_event", event, parent_tool_use_id: null }) : Promise.resolve();

  return {
    async state(next: "running" | "idle") {
      if (state === next) return;
      state = next;
      if (states) await emit({ type: "system", subtype: "session_state_changed", state });
    },
    lifecycle: (id: string, state: "queued" | "started" | "completed" | "cancelled") =>
      emit({ type: "command_lifecycle", command_uuid: id, state }),
    init: (messageIds: string[]) =>
      emit({
        type: "system",
        subtype: "init",
        cwd: Deno.cwd(),
        tools: TOOLS,
        mcp_servers: [],
        model: MODEL,
        permissionMode: "bypassPermissions",
        apiKeySource: "none",
        claude_code_version: VERSION,
        capabilities: CAPABILITIES,
        user_message_uuids: messageIds,
      }),
    replay: (id: string, text: string) =>
      emit({
        type: "user",
        message: { role: "user", content: text },
        parent_tool_use_id: null,
        uuid: id,
        isReplay: true,
      }),
    async text(text: string) {
      messages++;
      await streamEvent({ type: "message_start", message: { id: `msg_${messages}`, role: "assistant" } });
      await streamEvent({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
      for (const [part] of text.matchAll(DELTA)) {
        await streamEvent({
          type: "content_block_delta",
          index: 0,
          delta: { type: "text_delta", text: part },
        });
      }
      await assistant({ type: "text", text });
      await streamEvent({ type: "content_block_stop", index: 0 });
      await streamEvent({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: NO_TOKENS });
      await streamEvent({ type: "message_stop" });
    },
    toolUse(id: string, name: string, input: Record<string, unknown>) {
      messages++;
      return assistant({ type: "tool_use", id, name, input });
    },
    toolResult: (id: string, answer: { ok: boolean; output: string }, interrupted: boolean) =>
      emit({
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: id, content: answer.output, is_error: !answer.ok }],
        },
        parent_tool_use_id: null,
        tool_result_meta: [
          interrupted
            ? { id, non_execution_kind: "user-rejected" }
            : { id, permission_decision: { decision: "accept", source: "config", reason_type: "mode" } },
        ],
      }),
    result: ({ text, failure, messageIds, queued, durationMs }: TurnEnd) =>
      emit({
        type: "result",
        subtype: failure === null ? "success" : "error_during_execution",
        is_error: failure !== null,
        ...(failure === null ? { result: text } : failure === "failed" ? { errors: [text] } : {}),
        duration_ms: durationMs,
        duration_api_ms: 0,
        num_turns: 1,
        stop_reason: "end_turn",
        terminal_reason: failure === "interrupted" ? "aborted_tools" : "completed",
        // No model, no tokens: this is known, not unknown.
        total_cost_usd: 0,
        usage: NO_TOKENS,
        modelUsage: {},
        model_usage_since_last_result: {},
        permission_denials: [],
        user_message_uuids: messageIds,
        queued_turn_count: queued,
        result_index: results++,
      }),
    controlResponse: (response: Record<string, unknown>) =>
      print(JSON.stringify({ type: "control_response", response })),
  };
}

export type DemoVoice = ReturnType<typeof demoVoice>;
