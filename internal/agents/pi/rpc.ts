import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent, Image } from "../driver.ts";
import { messageLedger } from "../ledger.ts";
import { asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError } from "../outcome.ts";
import type { Outcome, Protocol, Reading } from "../protocol.ts";
import { piEvents } from "./events.ts";
import { messageQueue } from "./queue.ts";

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
export function piRpc({ prompt, images = [], messageId, version }: FirstMessage): Protocol {
  const ledger = messageLedger();
  const queue = messageQueue();
  const events = piEvents();
  /** Texts by message, for those that were refused and must be sent again. */
  const texts = new Map<string, string>();
  let refused: string[] = [];
  let sessionId: string | null = null;
  let accepted = false;
  /** Between the start of a run and the word that pi will not go on by itself. */
  let running = false;
  let interrupted = false;
  let refusal: string | null = null;

  /** One command for both: it begins a run, or steers the one that is at work. */
  function send(id: string, text: string, more: JsonObject = {}): string {
    queue.add(id);
    return line({ id, type: "prompt", message: text, ...more });
  }

  function steer(text: string, id: string): string {
    ledger.sent(id, text);
    texts.set(id, text);
    return send(id, text, { streamingBehavior: "steer" });
  }

  function read(text: string): Reading {
    const message = parseObject(text);
    if (message === null) return { events: [] };
    switch (message.type) {
      case "response":
        return onResponse(message);
      case "queue_update":
        return { events: onQueue(message) };
      case "extension_ui_request":
        return { events: [], write: answerOf(message) };
      case "agent_start":
        running = true;
        return { events: [] };
      case "agent_settled":
        return onSettled(message.aborted === true);
      default:
        return { events: events.read(message) };
    }
  }

  function onResponse({ id, command, success, data, error }: JsonObject): Reading {
    if (command === "get_state" && success === true) return { events: sessionEvents(asObject(data)) };
    const messageId = asText(id);
    if (command !== "prompt" && command !== "steer" || !ledger.knows(messageId)) return { events: [] };
    if (success !== true) return onRefused(messageId, asText(error));
    accepted = true;
    const { disposition } = asObject(data);
    if (disposition === "queued") return { events: [] };
    queue.remove(messageId);
    // An extension may have dealt with it itself, and no run begins.
    if (disposition === "handled") ledger.settle([messageId], "done");
    else running = true;
    return { events: taken([messageId]) };
  }

  /** A first message that is refused would be refused again; a later one only came at the wrong moment. */
  function onRefused(id: string, error: string): Reading {
    queue.remove(id);
    if (!accepted) {
      refusal = error || "pi refused the message";
      ledger.settle([id], "failed");
    } else {
      refused.push(id);
    }
    return { events: [] };
  }

  function sessionEvents({ sessionId: id }: JsonObject): AgentEvent[] {
    if (typeof id !== "string" || id === sessionId) return [];
    sessionId = id;
    return [{ kind: "session", sessionId: id, version }];
  }

  function onQueue({ steering }: JsonObject): AgentEvent[] {
    const left = queue.shows(Array.isArray(steering) ? steering.length : 0);
    return interrupted ? [] : taken(left);
  }

  const taken = (ids: string[]): AgentEvent[] =>
    ledger.taken(ids).map((messageId) => ({ kind: "taken", messageId }));

  function onSettled(aborted: boolean): Reading {
    running = false;
    const isFailed = events.result()?.error !== null;
    ledger.settleTaken(aborted || interrupted ? "cancelled" : isFailed ? "failed" : "done");
    const [next, ...others] = interrupted ? [] : refused;
    if (next === undefined) return { events: [] };
    refused = others;
    return { events: [], write: send(next, texts.get(next) ?? "") };
  }

  const isIdle = () => {
    if (refusal !== null || interrupted) return !running;
    return !running && refused.length === 0 && ledger.allSettled();
  };

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const result = refusal !== null ? { text: "", error: refusal } : running ? null : events.result();
    const { error, lost } = concludeError({ result, began: accepted, idle: isIdle(), exit, stderr });
    return {
      ok: error === null,
      text: error === null ? result?.text ?? "" : events.lastText(),
      error,
      lost,
      resumeLost: !accepted && /No session found/.test(stderr),
      sessionId,
      usage: events.usage(),
      messages: ledger.states((isTaken) => isTaken ? "unknown" : "unsent"),
    };
  }

  return {
    oneShot: false,
    open() {
      ledger.sent(messageId, prompt);
      texts.set(messageId, prompt);
      const blocks = images.map((image) => ({ type: "image", ...image }));
      const more = blocks.length === 0 ? {} : { images: blocks };
      return line({ id: "state", type: "get_state" }) + send(messageId, prompt, more);
    },
    read,
    steer,
    interrupt() {
      interrupted = true;
      refused = [];
      // What waits in the queue would be worked on after the abort.
      return line({ id: "clear", type: "clear_queue" }) + line({ id: "abort", type: "abort" });
    },
    isIdle,
    isBusy: () => false,
    hopeless: () => null,
    finish,
  };
}

function answerOf({ id, method }: JsonObject): string {
  if (NO_ANSWER.includes(asText(method))) return "";
  const answer = method === "confirm" ? { confirmed: false } : { cancelled: true };
  return line({ type: "extension_ui_response", id, ...answer });
}

const line = (value: unknown) => JSON.stringify(value) + "\n";
