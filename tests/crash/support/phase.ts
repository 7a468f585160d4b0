/** What newpi was doing when it was killed. @module */
import type { State } from "./state.ts";

/** Those that last least come first: several may hold at once, and a long one must not hide a short one. */
export const PHASES = [
  "recovering",
  "accepting",
  "run starting",
  "result turn",
  "manager turn",
  "primary turn",
  "run working",
  "idle",
] as const;
export type Phase = (typeof PHASES)[number];

export type PhaseCounts = Record<Phase, number>;

export function noPhases(): PhaseCounts {
  return Object.fromEntries(PHASES.map((phase) => [phase, 0])) as PhaseCounts;
}

/**
 * Read from what is on the disk, not from what the killer aimed at.
 *
 * @param unanswered Requests that were sent and not answered when the process died.
 */
export function phaseOf({ events, runs, unread }: State, unanswered: number): Phase {
  if (unanswered > 0) return "accepting";
  const active = runs.filter((run) => run.kind === "worker" && run.status !== "finished");
  const hasTool = (runId: string) =>
    events.some((event) => event.runId === runId && event.kind === "side_effect.intent");
  if (active.some((run) => run.status === "queued" || !hasTool(run.id))) return "run starting";
  if (unread.some(({ kind }) => kind === "run.finished")) return "result turn";
  if (unread.some(({ mailbox }) => mailbox !== "primary")) return "manager turn";
  if (unread.length > 0) return "primary turn";
  return active.length > 0 ? "run working" : "idle";
}
