/** An agent whose tool calls are matched with what the guard says it was asked. @module */
import { settlesWithin } from "../kernel/process.ts";
import type { AgentEvent, AgentResult, AgentSession } from "./driver.ts";
import { type GuardStep, type StepReader, StepVersionError } from "./guard_steps.ts";
import { guardWatch } from "./guard_watch.ts";
import type { GuardedCli } from "./hook_command.ts";

/** Tools of each CLI that run without asking a hook. None is known; a call that does not run needs no guard. */
const EXEMPT: Readonly<Record<GuardedCli, readonly string[]>> = { claude: [], codex: [], pi: [] };

export interface GuardLimits {
  /** Between two looks at what the guard has written. */
  pollMs: number;
  /** From the start of a call to the guard's verdict on it. */
  unseenMs: number;
}

const LIMITS: GuardLimits = { pollMs: 250, unseenMs: 5000 };

/**
 * Tells each refusal before the answer to its call, and fails and kills a run in which a tool was called that the
 * guard was not asked about: hooks of coding CLIs fail open.
 */
export function guarded(
  session: AgentSession,
  steps: StepReader,
  cli: GuardedCli,
  { pollMs, unseenMs }: GuardLimits = LIMITS,
): AgentSession {
  const watch = guardWatch(new Set(EXEMPT[cli]), unseenMs);
  const result = Promise.withResolvers<AgentResult>();
  let violation: string | null = null;
  let stopping = false;
  let lookedAt = 0;

  function fail(sentence: string) {
    if (violation !== null || stopping) return;
    violation = sentence;
    void session.kill();
  }

  const passedBy = (tool: string) =>
    `The agent used ${tool} and the guard was not asked, so nothing it does can be allowed`;

  async function look(): Promise<AgentEvent[]> {
    lookedAt = performance.now();
    try {
      const verdicts = await steps.read();
      for (const { callId } of verdicts) watch.seen(callId);
      return verdicts.filter(({ verdict }) => verdict === "deny").map(blocked);
    } catch (error) {
      if (!(error instanceof StepVersionError)) throw error;
      fail(error.message);
      return [];
    } finally {
      const tool = watch.overdue(performance.now());
      if (tool !== null) fail(passedBy(tool));
    }
  }

  function note(event: AgentEvent) {
    if (event.kind === "tool") watch.called(event, performance.now());
    if (event.kind !== "tool_result") return;
    const tool = watch.answered(event.callId, performance.now());
    if (tool !== null && event.missing === undefined) fail(passedBy(tool));
  }

  async function* events(): AsyncGenerator<AgentEvent, void> {
    const inner = session.events[Symbol.asyncIterator]();
    let next = inner.next();
    let isWaiting = true;
    try {
      while (true) {
        const arrived = await settlesWithin(next, pollMs);
        const event = arrived ? await next : undefined;
        const isDue = performance.now() - lookedAt >= pollMs;
        if (isDue || event?.done || event?.value.kind === "tool_result") yield* await look();
        if (event === undefined) continue;
        isWaiting = false;
        if (event.done) return;
        note(event.value);
        yield event.value;
        next = inner.next();
        isWaiting = true;
      }
    } finally {
      // A consumer that turned away between two events would wait for the next one.
      if (isWaiting) void session.kill();
      await inner.return?.();
      const ended = await session.result;
      result.resolve(violation === null ? ended : { ...ended, ...FAILED, error: violation });
    }
  }

  return {
    get pid() {
      return session.pid;
    },
    events: events(),
    result: result.promise,
    steer: session.steer,
    interrupt() {
      stopping = true;
      return session.interrupt();
    },
    kill() {
      stopping = true;
      return session.kill();
    },
  };
}

const FAILED = { ok: false, cancelled: false, lost: false };

function blocked({ callId, tool, rule, reason }: GuardStep): AgentEvent {
  return { kind: "blocked", callId, tool, rule, reason };
}
