/** The life of a run: each change is a row and its event in the caller's transaction. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { RunAs } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import type { Outcome, Run, Usage } from "../contract/runs.ts";
import type { Log } from "../log/mod.ts";
import { RunNotFoundError } from "./error.ts";
import { runStore } from "./store.ts";

export interface WorkerOrder {
  workItemId: string;
  threadId: string;
  owner: string;
  runAs: RunAs;
  instructions: string;
  expect: string;
  root: string;
  /** The decision that ordered it, and how far that one is from the person's words. */
  causedBy: string;
  hop: number;
}

export interface RunEnd {
  outcome: Outcome;
  durationMs: number;
  toolCalls: number;
  summary: string;
  error: string | null;
  blocked: string | null;
  usage: Usage | null;
  /** `agent:worker`, or `kernel:runtime` when the runtime speaks for a run that cannot. */
  source: string;
}

type InsideRun = "side_effect.intent" | "side_effect.result" | "guard.blocked" | "run.steered";

export interface Steered {
  of: string;
  text: string;
  queued: boolean;
  late: boolean;
}

/** Longer last words are cut here, with a note that says how many characters are gone. */
const MAX_SUMMARY = 200_000;

export type Runs = ReturnType<typeof openRuns>;

export function openRuns(db: Db, log: Log) {
  const store = runStore(db);

  function get(id: string): Run {
    const run = store.get(id);
    if (run === undefined) throw new RunNotFoundError(`Cannot find run "${id}"`);
    return run;
  }

  function runAs(id: string): RunAs {
    const route = store.runAs(id);
    if (route === undefined) throw new RunNotFoundError(`Cannot find run "${id}"`);
    return route;
  }

  /** What the run was told; its first event. */
  function order(id: string): { event: Event; instructions: string; expect: string } {
    const event = log.firstOfRun(id, "run.started");
    if (event === undefined) throw new RunNotFoundError(`Run "${id}" has no run.started event`);
    return { event, instructions: String(event.payload.instructions), expect: String(event.payload.expect) };
  }

  function queueWorker(work: WorkerOrder): Run {
    const { workItemId, threadId, owner, runAs, instructions, expect, root, causedBy, hop } = work;
    const id = store.insert({ kind: "worker", workItemId, owner, runAs, root, status: "queued" });
    log.append({
      source: "agent:manager",
      kind: "run.started",
      payload: { instructions, expect, root, ...runAs },
      threadId,
      workItemId,
      runId: id,
      causedBy,
      hop,
    });
    return get(id);
  }

  function startWorker(id: string): void {
    if (!store.start(id)) throw new RangeError(`Run ${id} is not queued`);
    const { event } = order(id);
    log.append({ ...place(event), source: "kernel:runtime", kind: "run.running", payload: {} });
  }

  /** Written before anything is stopped, so that the log never shows an effect before its cause. */
  function cancelWorker(id: string, reason: string): void {
    if (!store.cancel(id, reason)) return;
    const { event } = order(id);
    log.append({ ...place(event), source: "kernel:runtime", kind: "run.cancelled", payload: { reason } });
  }

  /**
   * The only way a worker run ends. A cancelled run is `cancelled` whatever its agent said afterwards.
   *
   * @returns undefined when it had ended before.
   */
  function finishWorker(id: string, end: RunEnd): Event | undefined {
    const run = get(id);
    const outcome = store.isCancelled(id) ? "cancelled" : end.outcome;
    if (!store.finish(id, outcome)) return undefined;
    const { event } = order(id);
    const { source, durationMs, toolCalls, error, blocked, usage } = end;
    const ok = outcome === "succeeded" || outcome === "unverified";
    const summary = cutSummary(end.summary);
    return log.append({
      ...place(event),
      source,
      kind: "run.finished",
      payload: { outcome, ok, durationMs, toolCalls, summary, error, blocked, usage, root: run.root },
      mailbox: run.owner,
      causedBy: event.id,
      hop: event.hop + 1,
    });
  }

  /**
   * What happens inside a run: a tool before (`side_effect.intent`) and after (`side_effect.result`), a call that the
   * guard refused, words of the person.
   */
  function record(first: Event, kind: InsideRun, payload: Record<string, unknown>): void {
    const source = kind === "guard.blocked" || kind === "run.steered" ? "kernel:runtime" : "agent:worker";
    log.append({ ...place(first), source, kind, payload });
  }

  /** Words that the person said to this run, in order; the last word about a message counts. */
  function steered(id: string): Steered[] {
    const events = log.list({ run: id, kind: "run.steered", limit: 200 })?.events ?? [];
    const last = new Map(events.map(({ payload }) => [String(payload.of), payload]));
    return [...last].map(([of, { text, queued, late }]) => ({
      of,
      text: String(text),
      queued: queued === true,
      late: late === true,
    }));
  }

  /** A turn has a row so that a crash shows what was under way; its end is its decision, not an event of its own. */
  function startTurn(
    turn: { workItemId: string | null; owner: string; runAs: RunAs; root: string },
  ): string {
    return store.insert({ ...turn, kind: "turn", status: "running" });
  }

  return {
    get,
    order,
    queueWorker,
    startWorker,
    cancelWorker,
    finishWorker,
    record,
    steered,
    startTurn,
    finishTurn: (id: string, outcome: Outcome) => void store.finish(id, outcome),
    setSession: store.setSession,
    lastSession: store.lastSession,
    /** Agent, provider, model and effort it was ordered with. */
    runAs,
    isCancelled: store.isCancelled,
    active: store.active,
    activeOf: store.activeOf,
  };
}

/** The columns that every event of a run shares with its first one. */
function place(first: Event) {
  return {
    threadId: first.threadId ?? undefined,
    workItemId: first.workItemId ?? undefined,
    runId: first.runId ?? undefined,
    causedBy: first.id,
    hop: first.hop,
  };
}

function cutSummary(text: string): string {
  if (text.length <= MAX_SUMMARY) return text;
  const dropped = text.length - MAX_SUMMARY;
  return `${text.slice(0, MAX_SUMMARY)}\n\n[${dropped} characters left out]`;
}
