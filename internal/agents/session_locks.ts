import type { AgentEvent, AgentSession } from "./driver.ts";
import { failedSession } from "./ending.ts";

/**
 * Two processes that go on with one session write over each other's transcript, and no CLI prevents it. Sessions
 * are known by the CLI's own ids, which are taken when a run resumes one or hears which one it has.
 */
export function sessionLocks() {
  const held = new Set<string>();

  /** @param start Called unless the session is at work already; its process gives the session free. */
  function exclusive(resume: string | undefined, start: () => AgentSession): AgentSession {
    if (resume !== undefined && held.has(resume)) {
      return failedSession(
        `Session ${resume} is at work in another run and cannot be continued by a second one`,
      );
    }
    const own = new Set(resume === undefined ? [] : [resume]);
    for (const id of own) held.add(id);
    const session = start();
    void session.result.finally(() => own.forEach((id) => held.delete(id)));

    async function* events(): AsyncGenerator<AgentEvent, void> {
      for await (const event of session.events) {
        if (event.kind === "session" && !held.has(event.sessionId)) {
          own.add(event.sessionId);
          held.add(event.sessionId);
        }
        yield event;
      }
    }

    return {
      get pid() {
        return session.pid;
      },
      events: events(),
      result: session.result,
      steer: session.steer,
      interrupt: session.interrupt,
      kill: session.kill,
    };
  }

  return { exclusive };
}

export type SessionLocks = ReturnType<typeof sessionLocks>;
