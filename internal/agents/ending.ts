/** Ends of a run that newpi made itself, whatever the CLI says about them. @module */
import type { AgentResult, AgentSession } from "./driver.ts";

/** Why newpi itself ended the process; the first reason stands, except that a person's wish comes before it. */
export type Stop = { kind: "cancelled" | "killed" } | { kind: "failed" | "lost"; error: string };

/** What newpi knows better than the CLI about how it ended. */
export function override(stop: Stop | null): Partial<AgentResult> {
  switch (stop?.kind) {
    case undefined:
      return {};
    case "cancelled":
      return { ok: false, cancelled: true, lost: false, error: null };
    case "killed":
      return { ok: false, lost: true, error: "The agent was stopped in the middle of its work" };
    case "lost":
    case "failed":
      return { ok: false, lost: stop.kind === "lost", error: stop.error };
  }
}

export function failedSession(error: string): AgentSession {
  const result: AgentResult = {
    ok: false,
    text: "",
    error,
    cancelled: false,
    lost: false,
    sessionId: null,
    toolCalls: 0,
    durationMs: 0,
    usage: null,
  };
  return {
    pid: 0,
    events: (async function* () {})(),
    result: Promise.resolve(result),
    steer: () => Promise.resolve(false),
    interrupt: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  };
}

export function describeDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
