/** What must never be true of a log, whatever was killed when. @module */
import type { Event } from "../../../internal/contract/log.ts";
import type { Said } from "./person.ts";
import type { State } from "./state.ts";

const DECISIONS = ["route.decision", "manager.decision"];
const OUTCOMES = ["agent.reply", "agent.error", "escalation"];

/** A sentence for each. The runtime must have settled, and every message must have been said again until it was taken. */
export function faultsOf(state: State, said: readonly Said[]): string[] {
  return [
    ...lostOrDoubled(state.events, said),
    ...withoutOutcome(state),
    ...badRunEnds(state),
    ...decidedTwice(state.events),
    ...answeredTwice(state.events),
  ];
}

function lostOrDoubled(events: readonly Event[], said: readonly Said[]): string[] {
  const byKey = Map.groupBy(spoken(events), (event) => String(event.payload.clientKey));
  return said.flatMap(({ text, clientKey, ack }) => {
    const stored = byKey.get(clientKey) ?? [];
    if (ack === undefined) return [`"${text}" was never acknowledged`];
    if (stored.length !== 1) return [`"${text}" (${ack.messageId}) is in the log ${stored.length} times`];
    const [{ id, seq } = { id: "", seq: 0 }] = stored;
    return id === ack.messageId && seq === ack.seq
      ? []
      : [`"${text}" was told to be ${ack.messageId} and is ${id}`];
  });
}

function withoutOutcome({ events, runs }: State): string[] {
  const outcomes = events.filter(({ kind }) => OUTCOMES.includes(kind));
  const answered = new Set(outcomes.flatMap(({ payload }) => [payload.of, payload.root]));
  // Words that reached a run are answered with what became of that run.
  for (const { kind, seq, runId, payload } of events) {
    if (kind !== "run.steered") continue;
    const run = runs.find(({ id }) => id === runId);
    if (outcomes.some((later) => later.seq > seq && later.payload.root === run?.root)) {
      answered.add(payload.root);
    }
  }
  return spoken(events).filter(({ id }) => !answered.has(id))
    .map(({ id, payload }) => `nothing came of ${id} "${payload.text}"`);
}

function badRunEnds({ events, runs }: State): string[] {
  const ends = Map.groupBy(events.filter(({ kind }) => kind === "run.finished"), ({ runId }) => runId ?? "");
  return runs.flatMap(({ id, kind, status }) => {
    if (status !== "finished") return [`${kind} run ${id} is ${status}`];
    const count = ends.get(id)?.length ?? 0;
    return count === (kind === "worker" ? 1 : 0) ? [] : [`${kind} run ${id} has ${count} ends`];
  });
}

/** Mail is decided in one turn; that turn's second attempt is the same turn. */
function decidedTwice(events: readonly Event[]): string[] {
  const turns = new Map<unknown, Set<string | null>>();
  for (const { kind, payload, runId } of events) {
    if (!DECISIONS.includes(kind) || !Array.isArray(payload.of)) continue;
    for (const id of payload.of) turns.set(id, (turns.get(id) ?? new Set()).add(runId));
  }
  return [...turns].filter(([, runIds]) => runIds.size > 1).map(([id]) => `${id} was decided twice`);
}

/** The demo agent says one thing about each message and each end of a run. */
function answeredTwice(events: readonly Event[]): string[] {
  const replies = Map.groupBy(
    events.filter(({ kind }) => kind === "agent.reply"),
    ({ payload }) => payload.of,
  );
  return [...replies].filter(([, found]) => found.length > 1)
    .map(([id, found]) => `${id} was answered ${found.length} times`);
}

function spoken(events: readonly Event[]): Event[] {
  return events.filter(({ kind, threadId }) => kind === "user.message" && threadId === "main");
}
