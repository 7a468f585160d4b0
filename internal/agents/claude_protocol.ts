/** What is written to Claude Code: its arguments and the lines on its stdin. @module */
import type { StartSpec } from "./driver.ts";
import { asObject, asText, type JsonObject } from "./narrow.ts";

export function claudeArgs(spec: StartSpec): string[] {
  return [
    "-p",
    ...["--input-format", "stream-json"],
    ...["--output-format", "stream-json", "--verbose"],
    ...["--replay-user-messages", "--include-partial-messages"],
    ...["--permission-mode", "bypassPermissions"],
    ...[spec.role === "worker" ? "--append-system-prompt" : "--system-prompt", spec.charter],
    ...option("--model", spec.model),
    ...option("--effort", spec.effort),
    ...option("--resume", spec.resume),
  ];
}

const option = (flag: string, value: string | undefined) => value === undefined ? [] : [flag, value];

/** Asks the CLI to say when it is idle, the only reliable end of a run. */
export const claudeEnv = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" };

/** The uuid is what the CLI names the message by; without one it says nothing about it. */
export function userLine(text: string, uuid: string): string {
  return line({ type: "user", message: { role: "user", content: text }, parent_tool_use_id: null, uuid });
}

export function interruptLine(requestId: string): string {
  return line({
    type: "control_request",
    request_id: requestId,
    request: { subtype: "interrupt", cancel_queued: true },
  });
}

/** Nobody sits in front of the CLI, so a tool that needs a permission is refused and any other question too. */
export function refusalLine(request: JsonObject): string {
  const answer = asObject(request.request).subtype === "can_use_tool"
    ? {
      subtype: "success",
      response: { behavior: "deny", message: "Nobody is here to give this permission." },
    }
    : { subtype: "error", error: "unsupported" };
  return line({ type: "control_response", response: { ...answer, request_id: asText(request.request_id) } });
}

const line = (value: unknown) => JSON.stringify(value) + "\n";
