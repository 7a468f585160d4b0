/** What comes before every process of a coding CLI: the lock, the program, its environment, the guard. @module */
import { deferredSession } from "./deferred.ts";
import type { AgentSession, StartSpec } from "./driver.ts";
import { failedSession } from "./ending.ts";
import type { GuardCheck } from "./guard_check.ts";
import { openSteps } from "./guard_steps.ts";
import { guarded } from "./guarded.ts";
import type { GuardedCli } from "./hook_command.ts";
import type { FoundProgram, Program } from "./program.ts";
import type { SessionLocks } from "./session_locks.ts";

/** Where the guard appends its verdicts; read by the guard in its own process. */
const RUN_DIR = "NEWPI_RUN_DIR";

/** What the drivers of coding CLIs have in common on one machine. */
export interface Surroundings {
  program: Program;
  locks: SessionLocks;
  checkGuard: GuardCheck;
}

/** A spec whose environment is that of the process. */
export type Run = (spec: StartSpec, found: FoundProgram) => AgentSession | Promise<AgentSession>;

export function launch(cli: GuardedCli, spec: StartSpec, around: Surroundings, run: Run): AgentSession {
  const { program, locks, checkGuard } = around;
  const { guard, resume } = spec;

  async function start(): Promise<AgentSession> {
    const found = await program.find(spec.binary);
    if ("problem" in found) return failedSession(`Cannot start ${cli}: ${found.problem}`);
    const env = await program.surround(spec.env);
    if (!guard) return await run({ ...spec, env }, found);
    const refusal = await checkGuard(guard, cli, env);
    if (refusal !== null) return failedSession(refusal);
    const steps = await openSteps(guard.runDir);
    const watched = { ...spec, env: { ...env, [RUN_DIR]: guard.runDir } };
    return guarded(await run(watched, found), steps, cli);
  }

  return locks.exclusive(resume, () => deferredSession(start));
}
