/** How an agent is started: who it is, what it is told, what it may reach, and the guard in its way. @module */
import type { RunAs } from "../contract/common.ts";
import type { StartSpec } from "../agents/mod.ts";
import type { WorkContext } from "./context.ts";

export type Telling = Pick<
  StartSpec,
  "runId" | "role" | "charter" | "prompt" | "images" | "cwd" | "timeoutMs" | "resume"
>;

/** Makes the run's folder too: it must be there before the agent's first tool call. */
export async function startSpec(context: WorkContext, runAs: RunAs, telling: Telling): Promise<StartSpec> {
  await context.folders.open(telling.runId, telling.role);
  const { agent, model, effort } = runAs;
  return {
    ...telling,
    messageId: crypto.randomUUID(),
    env: context.env,
    model,
    effort,
    provider: context.access(runAs) ?? undefined,
    binary: context.binary(agent),
    silenceMs: context.limits.silenceMs,
    guard: { ...context.guard, runDir: context.folders.path(telling.runId) },
  };
}
