/** Who plays a role now: the message's own choice, then the task's, then the settings. @module */
import type { RunAs } from "../contract/common.ts";
import type { RoleName } from "../contract/settings.ts";
import type { Driver } from "../agents/mod.ts";
import type { WorkContext } from "./context.ts";
import { AgentNotConfiguredError } from "./error.ts";

export interface Route {
  runAs: RunAs;
  driver: Driver;
}

/**
 * @param chosen Most particular first.
 * @throws {AgentNotConfiguredError} Nobody chose an agent, or it is not in this build.
 */
export function chooseRoute(
  context: WorkContext,
  role: RoleName,
  ...chosen: (RunAs | null | undefined)[]
): Route {
  const runAs = [...chosen, context.roles()[role]].find((choice) => choice !== null && choice !== undefined);
  if (runAs === undefined || runAs === null) {
    throw new AgentNotConfiguredError(
      'No agent is chosen yet: choose one in the settings of the page, or try "newpi chat --agent demo"',
    );
  }
  return { runAs, driver: driverOf(context, runAs) };
}

export function driverOf(context: WorkContext, { agent }: RunAs): Driver {
  const driver = context.drivers.get(agent);
  if (driver === undefined) {
    throw new AgentNotConfiguredError(`The agent "${agent}" is not part of this version`);
  }
  return driver;
}
