import type { ExitStatus } from "../kernel/process.ts";
import { assistantEvents, isHelper, plainText, toolResultEvents } from "./claude_blocks.ts";
import { messageLedger, type Settlement } from "./claude_ledger.ts";
import { type ClaudeOutcome, type ClaudeResult, concludeError, readResult } from "./claude_outcome.ts";
import { refusalLine } from "./claude_protocol.ts";
import { turnTracker } from "./claude_turns.ts";
import { usageMeter } from "./claude_usage.ts";
import type { AgentEvent } from "./driver.ts";
import { asNumber, asObject, asText, asTexts, type JsonObject, parseObject } from "./narrow.ts";

export interface Reading {
  events: AgentEvent[];
  /** To be written to the CLI: a question of its own would wait for ever. */
  answer?: string;
}

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
  const openCalls = new Map<string, string>();
  let sessionId: string | null = null;
  let toolCalls = 0;
  let lastText = "";
  let result: ClaudeResult | null = null;
  let namesMessages = false;
  let interrupted = false;
  let hopeless: string | null = null;

  function read(text: string): Reading {
    const line = parseObject(text);
    if (line === null) return { events: [] };
    if (line.type === "control_request") return { events: [], answer: refusalLine(line) };
    const events = dispatch(line);
    for (const event of events) {
      if (event.kind === "tool") toolCalls++;
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
        if (!isHelper(line)) turns.activity();
        return assistantEvents(line, openCalls);
      case "user":
        return line.isReplay === true ? onReplay(line) : toolResultEvents(line, openCalls);
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
    if (line.subtype === "api_retry" && line.error_status === 401) {
      if ((asNumber(line.attempt) ?? 0) >= MAX_UNAUTHORIZED) hopeless = notLoggedIn(asText(line.error));
    }
    if (line.subtype !== "init") return [];
    const id = asText(line.session_id);
    const isNew = id !== "" && id !== sessionId;
    if (isNew) sessionId = id;
    const version = asText(line.claude_code_version) || null;
    const session: AgentEvent[] = isNew ? [{ kind: "session", sessionId: id, version }] : [];
    return [...session, ...takenEvents(ledger.taken(asTexts(line.user_message_uuids)))];
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

  function finish(exit: ExitStatus | null, stderr: string): ClaudeOutcome {
    const began = sessionId !== null;
    const ending = concludeError({ result, began, idle: isIdle(), exit, stderr });
    const { error, lost } = hopeless === null ? ending : { error: hopeless, lost: false };
    return {
      ok: error === null,
      text: result?.error === null ? result.text : lastText,
      error,
      lost,
      sessionId,
      toolCalls,
      usage: meter.read(),
      messages: ledger.states(hopeless !== null ? "failed" : began ? "unknown" : "unsent"),
    };
  }

  const isIdle = () => ledger.allSettled() && turns.isIdle();

  return {
    /** Must be called before the message is written, so that its receipt is recognised. */
    sent: ledger.sent,
    /** From now on a result that failed was asked to. */
    interrupting: () => void (interrupted = true),
    read,
    /** The CLI has nothing to do and every message is settled: closing its stdin loses nothing. */
    isIdle,
    /** A tool or a helper runs, so silence means nothing. */
    isBusy: () => openCalls.size > 0 || turns.helpersRun(),
    /** Why waiting any longer is of no use, or `null`. */
    hopeless: () => hopeless,
    finish,
  };
}

const notLoggedIn = (code: string) =>
  `The agent is not logged in (${code || "401"}): log in with its own command first`;

const takenEvents = (ids: string[]): AgentEvent[] => ids.map((messageId) => ({ kind: "taken", messageId }));

function deltaEvents(event: JsonObject): AgentEvent[] {
  const delta = asObject(event.delta);
  if (event.type !== "content_block_delta" || delta.type !== "text_delta") return [];
  return [{ kind: "delta", text: asText(delta.text) }];
}
