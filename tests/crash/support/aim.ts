/** Choosing the moment: right after something has shown in the live stream, and a little chance. @module */
import type { Event } from "../../../internal/contract/log.ts";
import { delay } from "../../../internal/kernel/clock.ts";
import type { Runtime } from "./binary.ts";
import type { Phase } from "./phase.ts";
import type { Random } from "./random.ts";

interface Aim {
  /** The event that begins the phase; null: the first request. */
  after: ((event: Event) => boolean) | null;
  /** About as long as the phase lasts. */
  withinMs: number;
}

/** `recovering` is aimed at by whoever starts the next process, `idle` by waiting until all is done. */
export type Target = Exclude<Phase, "recovering" | "idle">;

const AIMS: Record<Target, Aim> = {
  "accepting": { after: null, withinMs: 12 },
  "primary turn": { after: ({ mailbox }) => mailbox === "primary", withinMs: 80 },
  "manager turn": {
    after: ({ kind, mailbox }) => kind === "user.message" && mailbox !== null && mailbox !== "primary",
    withinMs: 80,
  },
  "run starting": { after: ({ kind }) => kind === "run.started", withinMs: 60 },
  "run working": { after: ({ kind }) => kind === "side_effect.intent", withinMs: 400 },
  "result turn": { after: ({ kind }) => kind === "run.finished", withinMs: 80 },
};
export const TARGETS = Object.keys(AIMS) as [Target, ...Target[]];

/** What was aimed at may never come, when a `cancel` was quicker. */
const PATIENCE_MS = 5000;

export interface Shot {
  /** The event that was waited for; undefined when there is none to wait for, or it did not come. */
  readonly seen: Promise<Event | undefined>;
  /** After it, when the kill is due. */
  moment(): Promise<void>;
}

export function takeAim(runtime: Runtime, latestSeq: number, target: Target, random: Random): Shot {
  const { after, withinMs } = AIMS[target];
  return {
    seen: after === null ? Promise.resolve(undefined) : firstMatch(runtime, latestSeq, after),
    moment: () => delay(random.between(0, withinMs)),
  };
}

async function firstMatch(
  runtime: Runtime,
  latestSeq: number,
  matches: (event: Event) => boolean,
): Promise<Event | undefined> {
  const end = new AbortController();
  delay(PATIENCE_MS, end.signal).then(() => end.abort());
  try {
    for await (const event of runtime.api.events(latestSeq, end.signal)) if (matches(event)) return event;
  } catch (error) {
    if (!end.signal.aborted) throw error;
  } finally {
    end.abort();
  }
}
