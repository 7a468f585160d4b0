/** One process of a coding CLI from start to result, whatever protocol it speaks. @module */
import {
  type Child,
  type ExitStatus,
  LineTooLongError,
  settlesWithin,
  spawnGroup,
} from "../kernel/process.ts";
import { callTracker } from "./calls.ts";
import type { AgentEvent, AgentResult, AgentSession, StartSpec } from "./driver.ts";
import { describeDuration, failedSession, override, type Stop } from "./ending.ts";
import { fillIn } from "./image_marks.ts";
import type { Protocol } from "./protocol.ts";
import { masker } from "./secrets.ts";
import { watchdog } from "./watchdog.ts";

export interface Command {
  cmd: string;
  args: string[];
}

export interface Limits {
  /** Without a line while no tool and no helper runs; a model that thinks hard is silent for minutes. */
  silenceMs: number;
  /** From "nothing left to do" to the end of the process: some CLIs stay for ever. */
  exitMs: number;
  /** From the request to stop to TERM. */
  interruptMs: number;
}

export const LIMITS: Limits = { silenceMs: 10 * 60_000, exitMs: 3000, interruptMs: 3000 };

export type SessionSpec = Pick<StartSpec, "runId" | "cwd" | "env" | "timeoutMs" | "silenceMs">;

/** A CLI that cannot be started is a failed result too. */
export function startSession(
  spec: SessionSpec,
  command: Command,
  protocol: Protocol,
  limits: Limits = LIMITS,
): AgentSession {
  const { cwd, runId, env } = spec;
  try {
    return openSession(spec, spawnGroup({ ...command, cwd, env, runId }), protocol, limits);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedSession(`Cannot start "${command.cmd}": ${reason}`);
  }
}

function openSession(spec: SessionSpec, child: Child, protocol: Protocol, limits: Limits): AgentSession {
  const startedAt = performance.now();
  const calls = callTracker();
  const mask = masker(spec.env);
  const silenceMs = spec.silenceMs ?? limits.silenceMs;
  const result = Promise.withResolvers<AgentResult>();
  let takesMessages = !protocol.oneShot;
  let finishing = protocol.oneShot;
  let stop: Stop | null = null;
  let overstayed = false;

  function endBecause(reason: Stop): Promise<void> {
    stop ??= reason;
    takesMessages = false;
    return child.stop();
  }

  function withTrouble(sentence: string): string {
    const trouble = protocol.trouble();
    return trouble === null ? sentence : `${sentence}; it was trying again after: ${trouble}`;
  }

  const clock = setTimeout(() => {
    const error = withTrouble(`The agent did not finish within ${describeDuration(spec.timeoutMs)}`);
    void endBecause({ kind: "failed", error });
  }, spec.timeoutMs);
  const isBusy = () => calls.anyOpen() || protocol.awaits() === "helper";
  const silence = watchdog(silenceMs, isBusy, () => {
    if (protocol.awaits() === "command") return void finish();
    const error = withTrouble(`The agent gave no sign for ${describeDuration(silenceMs)} and was stopped`);
    void endBecause({ kind: "lost", error });
  });

  let written: Promise<boolean> = Promise.resolve(true);
  /** One after the other, since an image takes a while. */
  function write(text: string): Promise<boolean> {
    if (text !== "") written = written.then(() => writeFilled(child, text));
    return written;
  }

  /** Closing stdin means "finish and exit"; what does not exit then is stopped, and its result stands. */
  async function finish() {
    takesMessages = false;
    finishing = true;
    await written;
    await child.closeStdin();
    if (await settlesWithin(child.exited, limits.exitMs)) return;
    overstayed = true;
    await child.stop();
  }

  /** A key may be spread over pieces of live text; what is held back comes before anything else does. */
  function hideSplit(event: AgentEvent): AgentEvent[] {
    const text = event.kind === "delta" ? mask.piece(event.text) : mask.rest();
    const piece: AgentEvent[] = text === "" ? [] : [{ kind: "delta", text }];
    return event.kind === "delta" ? piece : [...piece, event];
  }

  function onLine(line: string): AgentEvent[] {
    const { events, write: text = "" } = protocol.read(line);
    void write(text);
    const hopeless = protocol.hopeless();
    if (hopeless !== null) void endBecause({ kind: "failed", error: hopeless });
    else if (!finishing && protocol.isIdle()) void finish();
    return events.flatMap(hideSplit).map(calls.pass);
  }

  async function* events(): AsyncGenerator<AgentEvent, void> {
    let complete = false;
    try {
      for await (const line of child.lines()) {
        yield* onLine(mask.whole(line));
        silence.heard();
      }
      complete = true;
      yield* calls.close();
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      void endBecause({ kind: "failed", error: error.message });
      yield* calls.close();
    } finally {
      // A consumer that turned away stops the process; one that closed its stdout may need a moment to end.
      if (!complete) void endBecause({ kind: "lost", error: "The agent's output was not read to its end" });
      else if (!await settlesWithin(child.exited, limits.exitMs)) void child.stop();
      result.resolve(conclude(await child.gone));
    }
  }

  function conclude(exit: ExitStatus): AgentResult {
    clearTimeout(clock);
    silence.stop();
    const { messages: _, ...outcome } = protocol.finish(
      overstayed ? null : exit,
      mask.whole(child.stderrTail()),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...outcome, toolCalls: calls.count(), cancelled: false, durationMs, ...override(stop) };
  }

  void write(protocol.open());
  if (protocol.oneShot) void written.then(child.closeStdin);
  return {
    pid: child.pid,
    events: events(),
    result: result.promise,
    steer(...message) {
      return takesMessages ? write(protocol.steer(...message)) : Promise.resolve(false);
    },
    async interrupt() {
      if (stop?.kind !== "killed") stop = { kind: "cancelled" };
      takesMessages = false;
      void write(protocol.interrupt());
      const graceMs = protocol.oneShot ? 0 : limits.interruptMs;
      if (!await settlesWithin(child.exited, graceMs)) await child.stop();
      await child.gone;
    },
    async kill() {
      stop ??= { kind: "killed" };
      takesMessages = false;
      await child.kill();
    },
  };
}

/** @returns `false` when the process no longer reads. */
async function writeFilled(child: Child, text: string): Promise<boolean> {
  for await (const piece of fillIn(text)) {
    if (!await child.write(piece)) return false;
  }
  return true;
}
