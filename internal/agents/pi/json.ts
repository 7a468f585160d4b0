import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent } from "../driver.ts";
import { asText, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError } from "../outcome.ts";
import type { Outcome, Protocol } from "../protocol.ts";
import { piEvents } from "./events.ts";

/** `pi --mode json`: one prompt in the arguments, no steering; for questions that need no conversation. */
export function piJson(): Protocol {
  const events = piEvents();
  let sessionId: string | null = null;
  let settled = false;

  function dispatch(line: JsonObject): AgentEvent[] {
    if (line.type === "agent_settled") settled = true;
    if (line.type !== "session") return events.read(line);
    sessionId = asText(line.id);
    return [{ kind: "session", sessionId, version: null }];
  }

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const result = settled ? events.result() : null;
    const began = sessionId !== null;
    const { error, lost } = concludeError({ result, began, idle: settled, exit, stderr });
    return {
      ok: error === null,
      text: error === null ? result?.text ?? "" : events.lastText(),
      error,
      lost,
      resumeLost: false,
      sessionId,
      usage: events.usage(),
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
    isIdle: () => settled,
    awaits: () => "answer",
    hopeless: () => null,
    trouble: events.trouble,
    finish,
  };
}
