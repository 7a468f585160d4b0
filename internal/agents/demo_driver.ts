import type { Driver } from "./driver.ts";

export interface Command {
  cmd: string;
  args: string[];
}

/** The embedded demo agent: this program itself, run with a hidden subcommand. */
export function demoDriver(self: Command): Driver {
  return {
    kind: "demo",
    demo: true,
    detect: () =>
      Promise.resolve({ kind: "demo", available: true, version: null, demo: true, problem: null }),
    start: () => {
      throw new RangeError(`Cannot start ${self.cmd}`);
    },
  };
}
