/** Agents: coding CLIs run as subprocesses, one driver per protocol. @module */
import { variables as ownVariables } from "../kernel/variables.ts";
import type { AgentKind } from "../contract/common.ts";
import { claudeDriver } from "./claude/driver.ts";
import { codexDriver } from "./codex/driver.ts";
import { demoDriver } from "./demo.ts";
import type { Driver } from "./driver.ts";
import { environment } from "./environment.ts";
import { guardChecker } from "./guard_check.ts";
import type { GuardedCli } from "./hook_command.ts";
import type { Surroundings } from "./launch.ts";
import { loginPath } from "./login_path.ts";
import { piDriver } from "./pi/driver.ts";
import { openProgram } from "./program.ts";
import type { Command } from "./session.ts";
import { sessionLocks } from "./session_locks.ts";

export { runDemoAgent } from "./demo/agent.ts";
export type {
  AgentEvent,
  AgentResult,
  AgentSession,
  Driver,
  GuardCommand,
  Image,
  ProviderAccess,
  StartSpec,
} from "./driver.ts";
export { environment } from "./environment.ts";
export { sumUsage } from "./usage.ts";

export interface DriverOptions {
  /** How to run this program: the demo agent is one of its subcommands. */
  self: Command;
  /** The runtime's own variables. */
  variables?: Record<string, string>;
}

export function drivers({ self, variables = ownVariables() }: DriverOptions): Map<AgentKind, Driver> {
  const env = environment(variables);
  const checkGuard = guardChecker();
  let path: Promise<string> | undefined;
  const searched = () =>
    path ??= loginPath({ variables: env, askShell: variables.NEWPI_LOGIN_SHELL !== "0" });
  const around = (kind: GuardedCli): Surroundings => ({
    program: openProgram({ kind, name: kind, env, path: searched }),
    locks: sessionLocks(),
    checkGuard,
  });
  const all = [
    demoDriver(self),
    claudeDriver(around("claude")),
    codexDriver(around("codex")),
    piDriver(around("pi")),
  ];
  return new Map(all.map((driver) => [driver.kind, driver]));
}
