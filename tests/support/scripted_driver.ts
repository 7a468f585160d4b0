/** An agent that says what the test tells it to: a `Driver` without a process. @module */
import { parseMessages, type Posted } from "../../internal/agents/demo/messages.ts";
import type {
  AgentEvent,
  AgentResult,
  AgentSession,
  Driver,
  Image,
  StartSpec,
} from "../../internal/agents/mod.ts";
import type { RoleName } from "../../internal/contract/settings.ts";

/** One start of the agent, as the script sees it. */
export interface Turn extends StartSpec {
  /** What stands under "## Messages". */
  messages: Posted[];
  /** The last message's id. */
  last: string;
  /** How often this role was asked before. */
  count: number;
  /** Aborts when the engine interrupts or kills. */
  signal: AbortSignal;
  /** Shown to the engine at once. */
  emit(event: AgentEvent): void;
  /** What happens to words that come while it works; false: it is about to end. Without it they come too late. */
  onSteer?: (text: string, messageId: string, images?: Image[]) => boolean | Promise<boolean>;
}

export type Answer = string | Partial<AgentResult>;
export type Script = Partial<Record<RoleName, (turn: Turn) => Answer | Promise<Answer>>>;

export interface ScriptedDriver extends Driver {
  /** Every start so far. */
  readonly turns: Turn[];
  /** How many are at work now, and at most were. */
  readonly atOnce: { now: number; most: number };
}

const RESULT: AgentResult = {
  ok: true,
  text: "",
  error: null,
  cancelled: false,
  lost: false,
  sessionId: null,
  toolCalls: 0,
  durationMs: 5,
  usage: null,
};

/** An effect list as a model writes it. */
export function effects(...list: Record<string, unknown>[]): string {
  return "Here is what I decided.\n```json\n" + JSON.stringify({ effects: list }) + "\n```";
}

/** A tool call and its answer. */
export function toolCall(turn: Turn, tool: string, input: string, output = ""): void {
  const callId = `call_${crypto.randomUUID().slice(0, 8)}`;
  turn.emit({ kind: "tool", callId, tool, input });
  turn.emit({ kind: "tool_result", callId, tool, isError: false, output });
}

/** A script that throws is an agent that fails; a role without a script too. */
export function scriptedDriver(script: Script, options: { demo?: boolean } = {}): ScriptedDriver {
  const turns: Turn[] = [];
  const atOnce = { now: 0, most: 0 };

  function start(spec: StartSpec): AgentSession {
    const stop = new AbortController();
    const queue: AgentEvent[] = [];
    let wake = Promise.withResolvers<void>();
    const forced = Promise.withResolvers<AgentResult>();
    const messages = parseMessages(spec.prompt);
    const turn: Turn = {
      ...spec,
      messages,
      last: messages.at(-1)?.id ?? "",
      count: turns.filter(({ role }) => role === spec.role).length,
      signal: stop.signal,
      emit(event) {
        queue.push(event);
        wake.resolve();
      },
    };
    turns.push(turn);
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    const result = Promise.race([forced.promise, answerOf(script, turn)]).finally(() => {
      atOnce.now -= 1;
      wake.resolve();
    });
    let ended = false;
    void result.then(() => ended = true);

    async function* events(): AsyncGenerator<AgentEvent> {
      while (true) {
        yield* queue.splice(0);
        if (ended) return;
        await Promise.race([wake.promise, result]);
        wake = Promise.withResolvers();
      }
    }

    function end(forcedResult: Partial<AgentResult>): Promise<void> {
      forced.resolve({ ...RESULT, ok: false, ...forcedResult });
      stop.abort();
      return result.then(() => {});
    }

    return {
      pid: 0,
      events: events(),
      result,
      steer: async (...message) => await turn.onSteer?.(...message) ?? false,
      interrupt: () => end({ cancelled: true }),
      kill: () => end({ lost: true, error: "killed" }),
    };
  }

  return {
    kind: "demo",
    demo: options.demo ?? false,
    detect: () =>
      Promise.resolve({
        kind: "demo",
        available: true,
        version: "0",
        demo: options.demo ?? false,
        problem: null,
      }),
    models: () => Promise.resolve({ agent: "demo", models: [], efforts: [], source: "builtin", error: null }),
    start,
    turns,
    atOnce,
  };
}

async function answerOf(script: Script, turn: Turn): Promise<AgentResult> {
  try {
    const answer = await script[turn.role]?.(turn);
    if (answer === undefined) throw new Error(`the script says nothing for ${turn.role}`);
    return typeof answer === "string" ? { ...RESULT, text: answer } : { ...RESULT, ...answer };
  } catch (error) {
    return { ...RESULT, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

export interface Gate {
  /** For the script: says that it is here and waits until the test opens. */
  pass(): Promise<void>;
  /** For the test: resolves when the script waits. */
  readonly reached: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    pass() {
      reached.resolve();
      return opened.promise;
    },
    reached: reached.promise,
    open: () => opened.resolve(),
  };
}
