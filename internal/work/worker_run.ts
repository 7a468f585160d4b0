/** One run of a worker, from its start to its one end. @module */
import type { Event } from "../contract/log.ts";
import type { Run } from "../contract/runs.ts";
import type { AgentEvent, AgentResult, AgentSession } from "../agents/mod.ts";
import type { RunEnd } from "../runs/mod.ts";
import { blockedQuestion } from "./blocked.ts";
import { charters } from "./charters.ts";
import type { WorkContext } from "./context.ts";
import { showImages } from "./images.ts";
import { workerPrompt } from "./prompts.ts";
import { driverOf } from "./route.ts";
import { startSpec } from "./start_spec.ts";
import { untilStored } from "./until_stored.ts";
import { ensureWorkspace } from "./workspace.ts";

export interface WorkerRun {
  readonly run: Run;
  /** Settles when the run has ended and its owner was told; never rejects. */
  readonly done: Promise<void>;
  /** @returns False when the agent is about to end and will not read them. */
  steer(message: Event): Promise<boolean>;
  cancel(): void;
  kill(): Promise<void>;
}

type Ending = Omit<RunEnd, "source">;

const STOPPED = "lost: the runtime stopped while this run was active";
const nothing = { toolCalls: 0, summary: "", error: null, blocked: null, usage: null };

export function startWorkerRun(context: WorkContext, run: Run): WorkerRun {
  const { db, log, home, runs, items, folders, limits, logger, stopping } = context;
  const first = runs.order(run.id).event;
  const startedAt = performance.now();
  /** Words that were sent and not yet read, by the id they were sent with. */
  const unread = new Map<string, Event>();
  let session: AgentSession | undefined;
  let cancelled = false;

  const done = work().catch((error) => {
    logger.error("a run failed", { runId: run.id, error: String(error) });
    const message = error instanceof Error ? error.message : String(error);
    const durationMs = Math.round(performance.now() - startedAt);
    return end({ ...nothing, outcome: "failed", durationMs, error: message }, "kernel:runtime");
  });

  async function work(): Promise<void> {
    db.tx(() => runs.startWorker(run.id));
    const { instructions, expect } = runs.order(run.id);
    const item = items.get(run.workItemId ?? "");
    await ensureWorkspace(item, instructions);
    const steered = runs.steered(run.id);
    const said = steered.filter((words) => words.queued).map((words) => words.text);
    const heard = [run.root, ...steered.map(({ of }) => of)].flatMap((id) => log.get(id) ?? []);
    const shown = await showImages(home, heard);
    const runAs = runs.runAs(run.id);
    const spec = await startSpec(context, runAs, {
      runId: run.id,
      role: "worker",
      charter: charters.worker,
      prompt: workerPrompt(item, [instructions, ...said].join("\n\n"), expect, shown.text),
      images: shown.images,
      cwd: item.workspace,
      timeoutMs: limits.workerTimeoutMs,
    });
    session = driverOf(context, runAs).start(spec);
    if (stopping.aborted) void session.kill();
    else if (cancelled) void session.interrupt();
    for await (const event of session.events) await note(event);
    await finish(await session.result);
  }

  async function note(event: AgentEvent): Promise<void> {
    switch (event.kind) {
      case "tool": {
        const { callId, tool, input } = event;
        return db.tx(() => runs.record(first, "side_effect.intent", { tool, input, callId }));
      }
      case "tool_result": {
        const { callId, tool, isError, output } = event;
        return db.tx(() => runs.record(first, "side_effect.result", { tool, isError, callId, output }));
      }
      case "blocked": {
        const { callId, tool, rule, reason } = event;
        return db.tx(() =>
          runs.record(first, "guard.blocked", { callId, tool, rule, reason, root: run.root })
        );
      }
      case "session":
        return db.tx(() => runs.setSession(run.id, event.sessionId));
      case "taken":
        unread.delete(event.messageId);
        if (unread.size === 0) await folders.clearPending(run.id);
    }
  }

  function finish(result: AgentResult): Promise<void> {
    const { toolCalls, text, usage, error } = result;
    const stopped = result.lost && stopping.aborted;
    const ending: Ending = {
      outcome: outcomeOf(result),
      durationMs: Math.round(result.durationMs),
      toolCalls,
      summary: text,
      error: stopped ? STOPPED : error,
      blocked: result.ok ? blockedQuestion(text) : null,
      usage,
    };
    return end(ending, stopped ? "kernel:runtime" : "agent:worker");
  }

  /** Words that were sent and never read are the Manager's now. */
  function end(ending: Ending, source: string): Promise<void> {
    return untilStored(context, "the end of a run", () =>
      db.tx(() => {
        for (const message of unread.values()) {
          recordSteer(context, first, message, { queued: false, late: true });
        }
        runs.finishWorker(run.id, { ...ending, source });
      }));
  }

  /** The flag comes first: from then on nothing is changed until the words were read. */
  async function steer(message: Event): Promise<boolean> {
    if (session === undefined) return false;
    const id = crypto.randomUUID();
    unread.set(id, message);
    await folders.flagPending(run.id);
    const { images, text } = await showImages(home, [message]);
    const words = String(message.payload.text);
    if (await session.steer(text === "" ? words : `Images:\n${text}\n\n${words}`, id, images)) return true;
    unread.delete(id);
    if (unread.size === 0) await folders.clearPending(run.id);
    return false;
  }

  return {
    run,
    done,
    steer,
    cancel() {
      cancelled = true;
      void session?.interrupt();
    },
    kill: () => session?.kill() ?? Promise.resolve(),
  };
}

function outcomeOf({ cancelled, ok, lost }: AgentResult): Ending["outcome"] {
  if (cancelled) return "cancelled";
  if (ok) return "unverified";
  return lost ? "lost" : "failed";
}

/** How the person's words reached a run. */
export function recordSteer(
  { runs }: WorkContext,
  first: Event,
  message: Event,
  how: { queued: boolean; late: boolean },
): void {
  const { text, root } = message.payload;
  runs.record(first, "run.steered", { text: String(text), of: message.id, root: root ?? message.id, ...how });
}

/** For a run that never began. Never rejects. */
export function endUnstarted(context: WorkContext, run: Run): Promise<void> {
  const { db, runs } = context;
  const ending = { ...nothing, outcome: "cancelled", durationMs: 0, source: "kernel:runtime" } as const;
  return untilStored(context, "the end of a run", () => db.tx(() => runs.finishWorker(run.id, ending)));
}
