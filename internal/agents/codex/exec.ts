import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent } from "../driver.ts";
import { asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError, type TurnResult } from "../outcome.ts";
import type { Outcome, Protocol } from "../protocol.ts";
import { itemEvents } from "./items.ts";
import { tokenMeter } from "./usage.ts";

/**
 * `codex exec --json`: one prompt in the arguments, one turn, no steering. It shows neither what the guard said nor
 * what helpers did, so it is for questions without tools.
 */
export function codexExec(): Protocol {
  const meter = tokenMeter();
  let sessionId: string | null = null;
  let lastText = "";
  let result: TurnResult | null = null;
  let trouble: string | null = null;

  function dispatch(line: JsonObject): AgentEvent[] {
    switch (line.type) {
      case "thread.started":
        sessionId = asText(line.thread_id);
        return [{ kind: "session", sessionId, version: null }];
      case "item.started":
        return itemEvents(asObject(line.item), false);
      case "item.completed":
        return onCompleted(asObject(line.item));
      case "turn.completed":
        meter.add(asObject(line.usage));
        result = { text: lastText, error: null };
        return [];
      case "turn.failed":
        result = { text: "", error: asText(asObject(line.error).message) || "The agent's turn failed" };
        return [];
      case "error":
        // May be about an attempt that is made again.
        trouble = asText(line.message) || null;
        return [];
      default:
        return [];
    }
  }

  function onCompleted(item: JsonObject): AgentEvent[] {
    // A search has no start of its own.
    const begun = item.type === "web_search" ? itemEvents(item, false) : [];
    const events = itemEvents(item, true);
    for (const event of events) if (event.kind === "text") lastText = event.text;
    return [...begun, ...events];
  }

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const began = sessionId !== null;
    const { error, lost } = concludeError({ result, began, idle: result !== null, exit, stderr });
    return {
      ok: error === null,
      text: result?.text || lastText,
      error,
      lost,
      resumeLost: !began && stderr.includes("no rollout found"),
      sessionId,
      usage: meter.read(),
      messages: {},
    };
  }

  return {
    oneShot: true,
    open: () => "",
    read(text) {
      const line = parseObject(text);
      return { events: line === null ? [] : dispatch(line) };
    },
    steer: () => "",
    interrupt: () => "",
    isIdle: () => result !== null,
    awaits: () => "answer",
    hopeless: () => null,
    trouble: () => trouble,
    finish,
  };
}
