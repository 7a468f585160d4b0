/** Agents: coding CLIs run as subprocesses, one driver per protocol. @module */
import type { AgentKind } from "../contract/common.ts";
import type { Command } from "./claude_session.ts";
import { demoDriver } from "./demo.ts";
import type { Driver } from "./driver.ts";

export { runDemoAgent } from "./demo/agent.ts";
export type { AgentEvent, AgentResult, AgentSession, Driver, StartSpec } from "./driver.ts";
export { environment } from "./environment.ts";

/** @param options.self How to run this program: the demo agent is one of its subcommands. */
export function drivers(options: { self: Command }): Map<AgentKind, Driver> {
  const all = [demoDriver(options.self)];
  return new Map(all.map((driver) => [driver.kind, driver]));
}
