import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent, Image } from "../driver.ts";
import { markOf } from "../image_marks.ts";
import { messageLedger } from "../ledger.ts";
import { asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError } from "../outcome.ts";
import type { Outcome, Protocol, Reading } from "../protocol.ts";
import { deliveries } from "./delivery.ts";
import { piEvents } from "./events.ts";

export interface FirstMessage {
  prompt: string;
  images?: Image[];
  messageId: string;
  /** Of the CLI, which does not say it here. */
  version: string | null;
}

/** Extensions that ask wait for their answer; these only tell. */
const NO_ANSWER = ["notify", "setStatus", "setWidget", "setTitle", "set_editor_text"];

/** pi in `rpc` mode. Closing its stdin aborts its work, so that comes only when it has settled. */
export function piRpc({ prompt, images, messageId, version }: FirstMessage): Protocol {
  const ledger = messageLedger();
  const outbox = deliveries();
  const events = piEvents();
  let sessionId: string | null = null;
  let accepted = false;
  /** Between the start of a run and the word that pi will not go on by itself. */
  let running = false;
  let interrupted = false;
  let refusal: string | null = null;

  function say(id: string, text: string, shown: Image[] = [], more: JsonObject = {}): string {
    ledger.sent(id, text);
    outbox.add({ id, command: { id, type: "prompt", message: text, ...imageMembers(shown), ...more } });
    return send();
  }

  function send(): string {
    const next = outbox.next();
    return next === null ? "" : line(next.command);
  }

  function read(text: string): Reading {
    const message = parseObject(text);
    if (message === null) return { events: [] };
    if (message.type === "extension_ui_request") return { events: [], write: answerOf(message) };
    return { events: dispatch(message), write: send() };
  }

  function dispatch(message: JsonObject): AgentEvent[] {
    switch (message.type) {
      case "response":
        return onResponse(message);
      case "queue_update":
        return onQueue(message);
      case "agent_start":
        running = true;
        outbox.begun();
        return [];
      case "agent_settled":
        onSettled(message.aborted === true);
        return [];
      default:
        return events.read(message);
    }
  }

  function onResponse({ id, command, success, data, error }: JsonObject): AgentEvent[] {
    if (command === "get_state" && success === true) return sessionEvents(asObject(data));
    const answered = asText(id);
    if (!outbox.isWaitedFor(answered)) return [];
    if (success !== true) {
      outbox.answered("refused");
      if (!accepted) giveUp(answered, asText(error));
      return [];
    }
    accepted = true;
    const { disposition } = asObject(data);
    if (disposition === "queued") {
      outbox.answered("queued");
      return [];
    }
    outbox.answered(disposition === "handled" ? "handled" : "started");
    // An extension has dealt with it itself, and no run begins.
    if (disposition === "handled") ledger.settle([answered], "done");
    return taken([answered]);
  }

  /** A first message that is refused would be refused again; a later one only came at the wrong moment. */
  function giveUp(id: string, error: string) {
    refusal = error || "pi refused the message";
    ledger.settle([id], "failed");
    outbox.clear();
  }

  function sessionEvents({ sessionId: id }: JsonObject): AgentEvent[] {
    if (typeof id !== "string" || id === sessionId) return [];
    sessionId = id;
    return [{ kind: "session", sessionId: id, version }];
  }

  function onQueue({ steering }: JsonObject): AgentEvent[] {
    const left = outbox.shows(Array.isArray(steering) ? steering.length : 0);
    return interrupted ? [] : taken(left);
  }

  const taken = (ids: string[]): AgentEvent[] =>
    ledger.taken(ids).map((taken) => ({ kind: "taken", messageId: taken }));

  function onSettled(aborted: boolean) {
    running = false;
    const isFailed = (events.result()?.error ?? null) !== null;
    ledger.settleTaken(aborted || interrupted ? "cancelled" : isFailed ? "failed" : "done");
    outbox.settled();
  }

  const isAtWork = () => running || outbox.isStarting();

  const isIdle = () => {
    if (refusal !== null || interrupted) return !isAtWork();
    return !running && outbox.isEmpty() && ledger.allSettled();
  };

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const said = isAtWork() ? null : events.result();
    const result = refusal === null ? said : { text: "", error: refusal };
    const { error, lost } = concludeError({ result, began: accepted, idle: isIdle(), exit, stderr });
    return {
      ok: error === null,
      text: error === null ? result?.text ?? "" : events.lastText(),
      error,
      lost,
      resumeLost: !accepted && stderr.includes("No session found"),
      sessionId,
      usage: events.usage(),
      messages: ledger.states((isTaken) => isTaken ? "unknown" : "unsent"),
    };
  }

  return {
    oneShot: false,
    open: () => line({ id: "state", type: "get_state" }) + say(messageId, prompt, images),
    read,
    steer: (text, id, shown) => say(id, text, shown, { streamingBehavior: "steer" }),
    interrupt() {
      interrupted = true;
      outbox.clear();
      // What waits in the queue would be worked on after the abort.
      return line({ id: "clear", type: "clear_queue" }) + line({ id: "abort", type: "abort" });
    },
    isIdle,
    awaits: () => "answer",
    hopeless: () => null,
    trouble: events.trouble,
    finish,
  };
}

function imageMembers(images: Image[]): JsonObject {
  if (images.length === 0) return {};
  return {
    images: images.map((image) => ({ type: "image", mimeType: image.mimeType, data: markOf(image) })),
  };
}

function answerOf({ id, method }: JsonObject): string {
  if (NO_ANSWER.includes(asText(method))) return "";
  const answer = method === "confirm" ? { confirmed: false } : { cancelled: true };
  return line({ type: "extension_ui_response", id, ...answer });
}

const line = (value: unknown) => JSON.stringify(value) + "\n";
