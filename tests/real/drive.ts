/** One run of a driver, followed by a test. @module */
import assert from "node:assert/strict";
import type { AgentEvent, AgentResult, AgentSession, Driver, StartSpec } from "../../internal/agents/mod.ts";
import { settlesWithin } from "../../internal/kernel/process.ts";
import { processesOf } from "./processes.ts";

/** One run, whose events are kept as they come. */
export interface Drive {
  readonly runId: string;
  /** Of the first message. */
  readonly messageId: string;
  readonly session: AgentSession;
  readonly events: readonly AgentEvent[];
  /** The first event, past or to come, of that kind. @throws {Error} When none comes in time. */
  until<K extends AgentEvent["kind"]>(kind: K): Promise<EventOf<K>>;
  all<K extends AgentEvent["kind"]>(kind: K): EventOf<K>[];
  /** How it ended, once none of its processes is left. */
  end(): Promise<AgentResult>;
}

type EventOf<K extends AgentEvent["kind"]> = Extract<AgentEvent, { kind: K }>;

/** Much longer than anything here takes, for a machine that has more to do. */
export const PATIENCE_MS = 30_000;

export function drive(driver: Driver, spec: StartSpec): Drive {
  const session = driver.start(spec);
  const events: AgentEvent[] = [];
  let more = Promise.withResolvers<void>();
  const reading = read();

  async function read() {
    for await (const event of session.events) {
      events.push(event);
      more.resolve();
      more = Promise.withResolvers();
    }
  }

  function all<K extends AgentEvent["kind"]>(kind: K): EventOf<K>[] {
    return events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  async function until<K extends AgentEvent["kind"]>(kind: K): Promise<EventOf<K>> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (performance.now() < giveUpAt) {
      const [found] = all(kind);
      if (found !== undefined) return found;
      await settlesWithin(Promise.race([more.promise, reading]), giveUpAt - performance.now());
    }
    throw new Error(`No event "${kind}" came, only ${JSON.stringify(events)}`);
  }

  return {
    runId: spec.runId,
    messageId: spec.messageId,
    session,
    events,
    all,
    until,
    async end() {
      await reading;
      const result = await session.result;
      assert.deepEqual(await processesOf(spec.runId), [], "no process of the run is left");
      return result;
    },
  };
}
