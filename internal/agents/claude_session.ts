import {
  type Child,
  type ExitStatus,
  LineTooLongError,
  settlesWithin,
  spawnGroup,
} from "../kernel/process.ts";
import { claudeArgs, claudeEnv, interruptLine, userLine } from "./claude_protocol.ts";
import { claudeStream } from "./claude_stream.ts";
import { describeDuration, failedSession, override, type Stop } from "./ending.ts";
import type { AgentEvent, AgentResult, AgentSession, StartSpec } from "./driver.ts";
import { watchdog } from "./watchdog.ts";

export interface Command {
  cmd: string;
  args: string[];
}

export interface Limits {
  /** Without a line while no tool and no helper runs. */
  silenceMs: number;
  /** From "nothing left to do" to the end of the process: some CLIs stay for ever. */
  exitMs: number;
  /** From the request to stop to TERM. */
  interruptMs: number;
}

export const LIMITS: Limits = { silenceMs: 5 * 60_000, exitMs: 3000, interruptMs: 3000 };

/** Runs a CLI that speaks Claude's stream-json protocol. A CLI that cannot be started is a failed result too. */
export function startClaude(spec: StartSpec, command: Command, limits: Limits = LIMITS): AgentSession {
  const { cwd, runId } = spec;
  const args = [...command.args, ...claudeArgs(spec)];
  const env = { ...spec.env, ...claudeEnv };
  try {
    return openSession(spec, spawnGroup({ cmd: command.cmd, args, cwd, env, runId }), limits);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedSession(`Cannot start "${command.cmd}": ${reason}`);
  }
}

function openSession(spec: StartSpec, child: Child, limits: Limits): AgentSession {
  const startedAt = performance.now();
  const stream = claudeStream();
  const result = Promise.withResolvers<AgentResult>();
  let takesMessages = true;
  let finishing = false;
  let stop: Stop | null = null;
  let overstayed = false;

  function endBecause(reason: Stop): Promise<void> {
    stop ??= reason;
    takesMessages = false;
    return child.stop();
  }

  const clock = setTimeout(() => {
    const error = `The agent did not finish within ${describeDuration(spec.timeoutMs)}`;
    void endBecause({ kind: "failed", error });
  }, spec.timeoutMs);
  const silence = watchdog(limits.silenceMs, stream.isBusy, () => {
    const error = `The agent said nothing for ${describeDuration(limits.silenceMs)}`;
    void endBecause({ kind: "lost", error });
  });

  function send(text: string, messageId: string): Promise<boolean> {
    stream.sent(messageId, text);
    return child.write(userLine(text, messageId));
  }

  /** Closing stdin means "finish and exit"; what does not exit then is stopped, and its result stands. */
  async function finish() {
    takesMessages = false;
    finishing = true;
    await child.closeStdin();
    if (await settlesWithin(child.exited, limits.exitMs)) return;
    overstayed = true;
    await child.stop();
  }

  function onLine(line: string): AgentEvent[] {
    const { events, answer } = stream.read(line);
    if (answer !== undefined) void child.write(answer);
    const hopeless = stream.hopeless();
    if (hopeless !== null) void endBecause({ kind: "failed", error: hopeless });
    else if (!finishing && stream.isIdle()) void finish();
    return events;
  }

  async function* events(): AsyncGenerator<AgentEvent, void> {
    let complete = false;
    try {
      for await (const line of child.lines()) {
        yield* onLine(line);
        silence.heard();
      }
      complete = true;
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      void endBecause({ kind: "failed", error: error.message });
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
    const { messages: _, ...outcome } = stream.finish(overstayed ? null : exit, child.stderrTail());
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...outcome, cancelled: false, durationMs, ...override(stop) };
  }

  void send(spec.prompt, spec.messageId);
  return {
    pid: child.pid,
    events: events(),
    result: result.promise,
    steer: (text, messageId) => takesMessages ? send(text, messageId) : Promise.resolve(false),
    async interrupt() {
      if (stop?.kind !== "killed") stop = { kind: "cancelled" };
      takesMessages = false;
      stream.interrupting();
      void child.write(interruptLine(`interrupt-${spec.runId}`));
      if (!await settlesWithin(child.exited, limits.interruptMs)) await child.stop();
      await child.gone;
    },
    async kill() {
      stop ??= { kind: "killed" };
      takesMessages = false;
      await child.kill();
    },
  };
}
