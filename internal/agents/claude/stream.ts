import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent } from "../driver.ts";
import { messageLedger, type Settlement } from "../ledger.ts";
import { asNumber, asObject, asText, asTexts, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError, type TurnResult } from "../outcome.ts";
import type { Outcome, Reading } from "../protocol.ts";
import { explainFailure } from "../provider_failure.ts";
import { assistantEvents, isHelper, plainText, toolResultEvents } from "./blocks.ts";
import { refusalLine } from "./lines.ts";
import { isResumeLost, readResult } from "./results.ts";
import { turnTracker } from "./turns.ts";
import { usageMeter } from "./usage.ts";

/** A first 401 may be a token that is being renewed; the CLI itself would try ten times, for minutes. */
const MAX_UNAUTHORIZED = 2;

/**
 * Reads the stream-json protocol of Claude Code: lines in, events out, and what they add up to. Holds no line, so
 * memory does not grow with the run. Lines and members that it does not know are skipped.
 */
export function claudeStream() {
  const ledger = messageLedger();
  const turns = turnTracker();
  const meter = usageMeter();
  let sessionId: string | null = null;
  let lastText = "";
  let result: TurnResult | null = null;
  let namesMessages = false;
  let interrupted = false;
  let hopeless: string | null = null;
  let trouble: string | null = null;

  function read(text: string): Reading {
    const line = parseObject(text);
    if (line === null) return { events: [] };
    if (line.type === "control_request") return { events: [], write: refusalLine(line) };
    const events = dispatch(line);
    for (const event of events) {
      if (event.kind === "text") lastText = event.text;
    }
    return { events };
  }

  function dispatch(line: JsonObject): AgentEvent[] {
    switch (line.type) {
      case "system":
        return onSystem(line);
      case "command_lifecycle":
        return onLifecycle(asText(line.command_uuid), line.state);
      case "assistant":
        trouble = null;
        if (!isHelper(line)) turns.activity();
        return assistantEvents(line);
      case "user":
        return line.isReplay === true ? onReplay(line) : toolResultEvents(line);
      case "stream_event":
        return isHelper(line) ? [] : deltaEvents(asObject(line.event));
      case "result":
        return onResult(line);
      default:
        return [];
    }
  }

  function onSystem(line: JsonObject): AgentEvent[] {
    turns.system(line);
    if (line.subtype === "api_retry") onRetry(line);
    if (line.subtype === "informational") hopeless ??= unjudgedCall(asObject(line.hook_no_verdict));
    if (line.subtype !== "init") return [];
    const id = asText(line.session_id);
    const isNew = id !== "" && id !== sessionId;
    if (isNew) sessionId = id;
    const version = asText(line.claude_code_version) || null;
    const session: AgentEvent[] = isNew ? [{ kind: "session", sessionId: id, version }] : [];
    return [...session, ...takenEvents(ledger.taken(asTexts(line.user_message_uuids)))];
  }

  function onRetry(line: JsonObject) {
    const error = asText(line.error);
    trouble = [asNumber(line.error_status), error].filter((part) => part !== null && part !== "").join(" ") ||
      null;
    if (line.error_status !== 401 || (asNumber(line.attempt) ?? 0) < MAX_UNAUTHORIZED) return;
    hopeless = notLoggedIn(error);
  }

  function onLifecycle(id: string, state: unknown): AgentEvent[] {
    namesMessages = true;
    if (state === "started") turns.activity();
    const taken = state === "started" || state === "completed" ? takenEvents(ledger.taken([id])) : [];
    if (state === "completed") ledger.settle([id], "done");
    if (state === "cancelled") ledger.settle([id], "cancelled");
    return taken;
  }

  function onReplay(line: JsonObject): AgentEvent[] {
    turns.activity();
    return takenEvents(ledger.replayed(asText(line.uuid), plainText(asObject(line.message).content)));
  }

  function onResult(line: JsonObject): AgentEvent[] {
    turns.result();
    meter.add(line);
    result = readResult(line);
    // The session never began: nothing was read, so no message is settled by it.
    if (sessionId === null) return [];
    const settlement: Settlement = result.error === null ? "done" : interrupted ? "cancelled" : "failed";
    namesMessages ||= Array.isArray(line.user_message_uuids);
    const answered = asTexts(line.user_message_uuids);
    const taken = takenEvents(ledger.taken(answered));
    if (namesMessages) ledger.settle(answered, settlement);
    else ledger.settleTaken(settlement);
    return taken;
  }

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const began = sessionId !== null;
    const ending = concludeError({ result, began, idle: isIdle(), exit, stderr });
    const { error, lost } = hopeless === null ? ending : { error: hopeless, lost: false };
    return {
      ok: error === null,
      text: result?.error === null ? result.text : lastText,
      error,
      lost,
      resumeLost: isResumeLost(result),
      sessionId,
      usage: meter.read(),
      messages: ledger.states(() => hopeless !== null ? "failed" : began ? "unknown" : "unsent"),
    };
  }

  const isIdle = () => ledger.allSettled() && turns.isIdle();

  return {
    /** Must be called before the message is written, so that its receipt is recognised. */
    sent: ledger.sent,
    /** From now on a result that failed was asked to. */
    interrupting: () => void (interrupted = true),
    read,
    isIdle,
    awaits: turns.awaits,
    hopeless: () => hopeless,
    trouble: () => trouble,
    finish,
  };
}

const notLoggedIn = (code: string) =>
  explainFailure(`${code || "not logged in"}; check the key, or log in with the agent's own command`, 401);

/** Claude Code runs a tool when its hook is missing, crashes or takes too long, and says so afterwards. */
function unjudgedCall(verdict: JsonObject): string | null {
  if (verdict.hook_event !== "PreToolUse") return null;
  const reason = verdict.timed_out === true ? "took too long" : "gave no verdict";
  return `The guard ${reason} on the tool call ${asText(verdict.tool_use_id)}, which ran without it`;
}

const takenEvents = (ids: string[]): AgentEvent[] => ids.map((messageId) => ({ kind: "taken", messageId }));

function deltaEvents(event: JsonObject): AgentEvent[] {
  const delta = asObject(event.delta);
  if (event.type !== "content_block_delta" || delta.type !== "text_delta") return [];
  return [{ kind: "delta", text: asText(delta.text) }];
}
