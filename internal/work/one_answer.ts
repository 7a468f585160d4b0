/** One answer of an agent that does no work: a turn, or a test. @module */
import type { AgentEvent, AgentResult } from "../agents/mod.ts";
import type { WorkContext } from "./context.ts";
import { ShutdownError } from "./error.ts";
import type { Route } from "./route.ts";
import { startSpec, type Telling } from "./start_spec.ts";

/**
 * Its run folder is gone afterwards: nothing of it is left that could ask the guard.
 *
 * @throws {ShutdownError} The runtime ends.
 */
export async function oneAnswer(
  context: WorkContext,
  { runAs, driver }: Route,
  telling: Telling,
  hear: (event: AgentEvent) => void = () => {},
): Promise<AgentResult> {
  const { stopping, folders } = context;
  if (stopping.aborted) throw new ShutdownError("newpi is stopping");
  const spec = await startSpec(context, runAs, telling);
  try {
    const session = driver.start(spec);
    using _ = whenAborted(stopping, () => void session.kill());
    // Reading is the brake on the agent's output.
    for await (const event of session.events) hear(event);
    const result = await session.result;
    if (stopping.aborted) throw new ShutdownError("newpi is stopping");
    return result;
  } finally {
    await folders.remove(telling.runId);
  }
}

function whenAborted(signal: AbortSignal, act: () => void): Disposable {
  signal.addEventListener("abort", act, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", act) };
}
