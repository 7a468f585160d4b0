/** The worker pool: takes queued runs in order, at most so many at once and one per task. @module */
import type { Run } from "../contract/runs.ts";
import type { AgentEvent, AgentResult, AgentSession } from "../agents/mod.ts";
import { blockedQuestion } from "./blocked.ts";
import { charters } from "./charters.ts";
import type { WorkContext } from "./context.ts";
import { chooseDriver } from "./decide.ts";
import { workerPrompt } from "./prompts.ts";
import { ensureWorkspace } from "./workspace.ts";

interface Active {
  run: Run;
  /** Unset until the agent's process is there. */
  session?: AgentSession;
  cancelled: boolean;
  done: Promise<void>;
}

export interface Pool {
  enqueue(run: Run): void;
  /** The cancel is in the log already; this makes it true. */
  cancel(runId: string): void;
  counts(): { running: number; queued: number };
  /** Ends all agents; each running run is reported lost, what is queued stays queued. */
  stop(): Promise<void>;
}

const STOPPED = "lost: the runtime stopped while this run was active";

export function openPool(context: WorkContext): Pool {
  const { db, runs, items, limits, logger, stopping } = context;
  let queue: Run[] = [];
  const active = new Map<string, Active>();

  function pump() {
    while (!stopping.aborted && active.size < limits.maxWorkers) {
      const busy = new Set([...active.values()].map((entry) => entry.run.workItemId));
      const next = queue.find((run) => !busy.has(run.workItemId));
      if (next === undefined) return;
      queue = queue.filter((run) => run !== next);
      const entry: Active = { run: next, cancelled: false, done: Promise.resolve() };
      active.set(next.id, entry);
      entry.done = work(entry).finally(() => {
        active.delete(next.id);
        pump();
      });
    }
  }

  /** Never rejects: whatever happens, the run ends once and its owner is told. */
  async function work(entry: Active): Promise<void> {
    const { run } = entry;
    const startedAt = Date.now();
    try {
      const session = await start(entry);
      const result = await follow(run, session);
      finish(run, result);
    } catch (error) {
      logger.error("a run failed", { runId: run.id, error: String(error) });
      const durationMs = Date.now() - startedAt;
      const message = error instanceof Error ? error.message : String(error);
      end(run, {
        outcome: "failed",
        durationMs,
        toolCalls: 0,
        summary: "",
        error: message,
        blocked: null,
        usage: null,
      });
    }
  }

  async function start(entry: Active): Promise<AgentSession> {
    const { run } = entry;
    db.tx(() => runs.startWorker(run.id));
    const { instructions, expect } = runs.order(run.id);
    const item = items.get(run.workItemId ?? "");
    await ensureWorkspace(item, instructions);
    const session = chooseDriver(context, run.agent).start({
      runId: run.id,
      role: "worker",
      charter: charters.worker,
      prompt: workerPrompt(item, instructions, expect),
      messageId: crypto.randomUUID(),
      cwd: item.workspace,
      env: context.env,
      timeoutMs: limits.workerTimeoutMs,
    });
    entry.session = session;
    if (stopping.aborted) void session.kill();
    else if (entry.cancelled) void session.interrupt();
    return session;
  }

  async function follow(run: Run, session: AgentSession): Promise<AgentResult> {
    const first = runs.order(run.id).event;
    for await (const event of session.events) record(first, event);
    return await session.result;
  }

  function record(first: ReturnType<typeof runs.order>["event"], event: AgentEvent): void {
    if (event.kind === "tool") {
      const { callId, tool, input } = event;
      db.tx(() => runs.recordTool(first, "side_effect.intent", { tool, input, callId }));
    } else if (event.kind === "tool_result") {
      const { callId, tool, isError, output } = event;
      db.tx(() => runs.recordTool(first, "side_effect.result", { tool, isError, callId, output }));
    }
  }

  function finish(run: Run, result: AgentResult): void {
    const { durationMs, toolCalls, text, usage } = result;
    const lost = result.lost && stopping.aborted;
    end(run, {
      outcome: lost
        ? "lost"
        : result.cancelled
        ? "cancelled"
        : result.ok
        ? "unverified"
        : result.lost
        ? "lost"
        : "failed",
      durationMs: Math.round(durationMs),
      toolCalls,
      summary: text,
      error: lost ? STOPPED : result.error,
      blocked: result.ok ? blockedQuestion(text) : null,
      usage,
    }, lost ? "kernel:runtime" : "agent:worker");
  }

  function end(
    run: Run,
    outcome: Omit<Parameters<typeof runs.finishWorker>[1], "source">,
    source = "kernel:runtime",
  ): void {
    db.tx(() => runs.finishWorker(run.id, { ...outcome, source }));
  }

  function cancel(runId: string): void {
    const entry = active.get(runId);
    if (entry !== undefined) {
      entry.cancelled = true;
      void entry.session?.interrupt();
      return;
    }
    const waiting = queue.find((run) => run.id === runId);
    if (waiting === undefined) return;
    queue = queue.filter((run) => run !== waiting);
    endUnstarted(waiting);
  }

  function endUnstarted(run: Run): void {
    end(run, {
      outcome: "cancelled",
      durationMs: 0,
      toolCalls: 0,
      summary: "",
      error: null,
      blocked: null,
      usage: null,
    });
  }

  return {
    enqueue(run) {
      if (runs.isCancelled(run.id)) return endUnstarted(run);
      queue.push(run);
      pump();
    },
    cancel,
    counts: () => ({ running: active.size, queued: queue.length }),
    async stop() {
      const entries = [...active.values()];
      await Promise.all(entries.map((entry) => entry.session?.kill()));
      await Promise.all(entries.map((entry) => entry.done));
    },
  };
}
