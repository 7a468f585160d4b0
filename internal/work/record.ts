/** What a turn leaves in the log about itself. @module */
import type { Event } from "../contract/log.ts";
import type { Log } from "../log/mod.ts";
import type { Decision } from "./decide.ts";

export interface DecisionRecord {
  kind: "route.decision" | "manager.decision";
  threadId: string;
  workItemId?: string;
  batch: readonly Event[];
  decision: Decision<Record<string, unknown>>;
}

/** One event per answer of the model; only the last one carries the effects. @returns The last one. */
export function appendDecisions(log: Log, record: DecisionRecord): Event {
  const { kind, threadId, workItemId, batch, decision } = record;
  const events = decision.attempts.map(({ ok, durationMs, nudged, usage }, index) =>
    log.append({
      source: kind === "route.decision" ? "agent:primary" : "agent:manager",
      kind,
      payload: {
        ok,
        durationMs,
        of: batch.map((event) => event.id),
        effects: index === decision.attempts.length - 1 ? decision.effects : [],
        ...(nudged ? { nudged } : {}),
        ...(usage === null ? {} : { usage }),
      },
      threadId,
      workItemId,
      runId: decision.runId,
      causedBy: batch.at(-1)?.id,
      hop: batch.at(-1)?.hop ?? 0,
    })
  );
  const last = events.at(-1);
  if (last === undefined) throw new RangeError("A decision has at least one attempt");
  return last;
}
