import { type Command, startClaude } from "./claude_session.ts";
import type { Driver } from "./driver.ts";

/** The embedded demo agent: this program itself, run with a hidden subcommand. */
export function demoDriver(self: Command): Driver {
  const command = { cmd: self.cmd, args: [...self.args, "_demo-agent"] };
  return {
    kind: "demo",
    demo: true,
    detect: () =>
      Promise.resolve({ kind: "demo", available: true, version: null, demo: true, problem: null }),
    start: (spec) => startClaude(spec, command),
  };
}
