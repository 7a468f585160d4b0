import type { ExitStatus } from "../../kernel/process.ts";
import type { AgentEvent } from "../driver.ts";
import { messageLedger, type Settlement } from "../ledger.ts";
import { asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
import { concludeError, type TurnResult } from "../outcome.ts";
import type { Outcome, Protocol, Reading } from "../protocol.ts";
import { inputOf } from "./arguments.ts";
import { failureOf } from "./failures.ts";
import { itemEvents } from "./items.ts";
import { notification, refusalOf, requestBook } from "./requests.ts";
import { type Steered, threadTurns } from "./turns.ts";
import { tokenMeter } from "./usage.ts";

export interface Conversation {
  /** Members of `thread/start` or `thread/resume`. */
  thread: JsonObject;
  /** Of every `turn/start`. */
  turn: JsonObject;
  resume?: string;
  /** The first message. */
  input: JsonObject[];
  messageId: string;
  /** Of newpi. */
  version: string;
}

const SETTLEMENTS: Readonly<Record<string, Settlement>> = { completed: "done", interrupted: "cancelled" };

/**
 * The app-server of codex: one thread that is ours, a turn for the first message, later messages steered into the
 * running turn. A message that comes too late for its turn starts the next one.
 */
export function codexAppServer(conversation: Conversation): Protocol {
  const ledger = messageLedger();
  const meter = tokenMeter();
  const requests = requestBook();
  const turns = threadTurns();
  let outbox = "";
  let threadId: string | null = null;
  let cliVersion: string | null = null;
  let lastText = "";
  let result: TurnResult | null = null;
  let hopeless: string | null = null;
  let trouble: string | null = null;
  let resumeLost = false;
  let interrupted = false;
  /** Messages that no turn has been given yet. */
  let waiting: Steered[] = [];

  const ask = (...request: Parameters<typeof requests.ask>) => void (outbox += requests.ask(...request));
  const takeOutbox = () => {
    const text = outbox;
    outbox = "";
    return text;
  };

  function open(): string {
    const { messageId, input } = conversation;
    ledger.sent(messageId, "");
    waiting.push({ id: messageId, input });
    const { version } = conversation;
    ask("initialize", { clientInfo: { name: "newpi", title: "newpi", version } }, (_, error) => {
      if (error !== null) return giveUp(error);
      outbox += notification("initialized");
      openThread();
    });
    return takeOutbox();
  }

  function openThread() {
    const { resume, thread } = conversation;
    const method = resume === undefined ? "thread/start" : "thread/resume";
    ask(method, resume === undefined ? thread : { ...thread, threadId: resume }, (answer, error) => {
      resumeLost = resume !== undefined && (error?.includes("no rollout found") ?? false);
      if (error !== null) return giveUp(error);
      threadId = asText(asObject(answer.thread).id);
      cliVersion = asText(asObject(answer.thread).cliVersion) || null;
    });
  }

  function giveUp(error: string) {
    result = { text: "", error };
    waiting = [];
  }

  /** Gives waiting messages to the running turn, or to a new one. */
  function deliver() {
    if (interrupted) return askToStop();
    if (threadId === null) return;
    const turnId = turns.current();
    if (turnId !== null) {
      for (const message of waiting.splice(0)) steerInto(turnId, message);
    } else if (!turns.isStarting()) {
      const next = waiting.shift();
      if (next !== undefined) startTurn(threadId, next);
    }
  }

  function startTurn(thread: string, { id, input }: Steered) {
    turns.starting();
    const params = { threadId: thread, clientUserMessageId: id, input, ...conversation.turn };
    ask("turn/start", params, (answer, error) => {
      if (error !== null) {
        turns.notStarted();
        ledger.settle([id], "failed");
        return giveUp(error);
      }
      turns.started(asText(asObject(answer.turn).id));
    });
  }

  function steerInto(turnId: string, message: Steered) {
    const params = {
      threadId,
      expectedTurnId: turnId,
      clientUserMessageId: message.id,
      input: message.input,
    };
    ask("turn/steer", params, (_, error) => {
      // A receipt is not yet a message that was read, and a turn that has ended reads nothing more.
      const isLate = error !== null || turns.current() !== turnId;
      if (isLate && !ledger.isTaken(message.id)) waiting.push(message);
      else turns.hold(turnId, message);
    });
  }

  function read(text: string): Reading {
    const line = parseObject(text);
    if (line === null) return { events: [] };
    const events = dispatch(line);
    deliver();
    return { events, write: takeOutbox() };
  }

  function dispatch(line: JsonObject): AgentEvent[] {
    if (line.method === undefined) {
      const hadThread = threadId !== null;
      requests.answered(line);
      return threadId === null || hadThread
        ? []
        : [{ kind: "session", sessionId: threadId, version: cliVersion }];
    }
    if (line.id !== undefined) {
      outbox += refusalOf(line);
      return [];
    }
    return onNotification(asText(line.method), asObject(line.params));
  }

  function onNotification(method: string, params: JsonObject): AgentEvent[] {
    const isOurs = params.threadId === threadId;
    switch (method) {
      case "turn/started":
        turns.seen(asText(asObject(params.turn).id));
        if (isOurs) turns.started(asText(asObject(params.turn).id));
        return [];
      case "item/started":
        return onItem(asObject(params.item), false, isOurs ? null : asText(params.threadId));
      case "item/completed":
        return onItem(asObject(params.item), true, isOurs ? null : asText(params.threadId));
      case "item/agentMessage/delta":
        return isOurs ? [{ kind: "delta", text: asText(params.delta) }] : [];
      case "item/commandExecution/terminalInteraction":
        onTyped(asText(params.stdin));
        return [];
      case "hook/completed":
        onHook(asObject(params.run));
        return [];
      case "thread/tokenUsage/updated":
        // After a resume the last turn of the process before this one is reported once more.
        if (turns.isSeen(asText(params.turnId))) meter.add(asObject(asObject(params.tokenUsage).last));
        return [];
      case "error":
        trouble = asText(asObject(params.error).additionalDetails) ||
          asText(asObject(params.error).message) || null;
        return [];
      case "turn/completed":
        if (isOurs) onTurnCompleted(asObject(params.turn));
        return [];
      default:
        return [];
    }
  }

  function onItem(item: JsonObject, isDone: boolean, helper: string | null): AgentEvent[] {
    if (item.type === "userMessage") {
      const taken = ledger.taken([asText(item.clientId)]);
      return taken.map((messageId) => ({ kind: "taken", messageId }));
    }
    trouble = null;
    const events = itemEvents(item, isDone, helper);
    for (const event of events) if (event.kind === "text") lastText = event.text;
    return events;
  }

  /** codex runs a tool when its hook is missing, crashes or takes too long. */
  function onHook({ source, eventName, status, id }: JsonObject) {
    if (source !== "sessionFlags" || eventName !== "preToolUse" || status !== "failed") return;
    const callId = asText(id).split(":").at(-1);
    violated(`The guard gave no verdict on the tool call ${callId}, which ran without it`);
  }

  /** The hook was asked about opening the terminal, and is never asked about what is typed into it. */
  function onTyped(text: string) {
    if (text === "") return;
    violated(`The agent typed into an open terminal, past the guard: ${JSON.stringify(text.slice(0, 300))}`);
  }

  function violated(sentence: string) {
    hopeless ??= sentence;
    askToStop();
  }

  function onTurnCompleted(turn: JsonObject) {
    const error = failureOf(asObject(turn.error));
    const settlement = SETTLEMENTS[asText(turn.status)] ?? "failed";
    result = settlement === "done"
      ? { text: lastText, error: null }
      : { text: "", error: error || `The agent's turn was ${asText(turn.status)}` };
    ledger.settleTaken(settlement);
    const unread = turns.completed(asText(turn.id)).filter(({ id }) => !ledger.isTaken(id));
    waiting.push(...unread);
  }

  /** A turn that is still starting is asked as soon as it has a number. */
  function askToStop() {
    const turnId = turns.toInterrupt();
    if (turnId !== null) ask("turn/interrupt", { threadId, turnId }, () => {});
  }

  const isIdle = () => {
    if (interrupted) return turns.current() === null && !turns.isStarting();
    if (result !== null && threadId === null) return true;
    return result !== null && turns.current() === null && waiting.length === 0 && !requests.anyWaiting();
  };

  function finish(exit: ExitStatus | null, stderr: string): Outcome {
    const began = threadId !== null;
    const isWorking = turns.current() !== null;
    const ending = concludeError({ result: isWorking ? null : result, began, idle: isIdle(), exit, stderr });
    const { error, lost } = hopeless === null ? ending : { error: hopeless, lost: false };
    return {
      ok: error === null,
      text: error === null ? result?.text ?? lastText : lastText,
      error,
      lost,
      resumeLost,
      sessionId: threadId,
      usage: meter.read(),
      messages: ledger.states((taken) => taken ? "unknown" : "unsent"),
    };
  }

  return {
    oneShot: false,
    open,
    read,
    steer(text, id, images) {
      ledger.sent(id, text);
      waiting.push({ id, input: inputOf(text, images) });
      deliver();
      return takeOutbox();
    },
    interrupt() {
      interrupted = true;
      askToStop();
      return takeOutbox();
    },
    isIdle,
    awaits: () => "answer",
    hopeless: () => hopeless,
    trouble: () => trouble,
    finish,
  };
}
