import type { AgentEvent, AgentSession } from "./driver.ts";
import { failedSession } from "./ending.ts";

/** A session whose process begins later, after checks that take their time. What fails meanwhile is its result. */
export function deferredSession(start: () => Promise<AgentSession>): AgentSession {
  let begun: AgentSession | undefined;
  const session = start().catch((error: unknown) => {
    return failedSession(error instanceof Error ? error.message : String(error));
  }).then((started) => begun = started);

  async function* events(): AsyncGenerator<AgentEvent, void> {
    yield* (await session).events;
  }

  return {
    get pid() {
      return begun?.pid ?? 0;
    },
    events: events(),
    result: session.then(({ result }) => result),
    steer: async (...message) => await (await session).steer(...message),
    interrupt: async () => await (await session).interrupt(),
    kill: async () => await (await session).kill(),
  };
}
