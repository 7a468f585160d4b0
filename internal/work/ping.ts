/** Asks the agent of a role for one word, to see that it answers at all. @module */
import { join } from "@std/path";
import { newId } from "../kernel/ids.ts";
import type { RunAs } from "../contract/common.ts";
import type { RoleName, TestResult } from "../contract/settings.ts";
import type { WorkContext } from "./context.ts";
import { oneAnswer } from "./one_answer.ts";
import { chooseRoute } from "./route.ts";

const PING_MS = 170_000;
const PROMPT = "This is a test of the connection. Answer with the one word: ready";

/**
 * No run and no event: nothing is decided.
 *
 * @param chosen Instead of who plays the role now.
 * @throws {ShutdownError} The runtime ends.
 * @throws {AgentNotConfiguredError} Or what `access` refuses of the choice's provider.
 */
export async function ping(context: WorkContext, role: RoleName, chosen?: RunAs): Promise<TestResult> {
  const route = chooseRoute(context, role, chosen);
  const { agent, model = null } = route.runAs;
  const cwd = join(context.roleFolders, role);
  await Deno.mkdir(cwd, { recursive: true, mode: 0o700 });
  const { ok, text, error, durationMs } = await oneAnswer(context, route, {
    runId: newId("run_"),
    role,
    charter: `newpi role: ${role}\nAnswer in plain words and use no tool.`,
    prompt: PROMPT,
    cwd,
    timeoutMs: PING_MS,
  });
  return { ok, agent, model, text, error, durationMs: Math.round(durationMs) };
}
