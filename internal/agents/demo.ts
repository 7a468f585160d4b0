import { builtinModels } from "./catalogue.ts";
import { charterArguments, option, STREAM_ARGUMENTS, STREAM_ENVIRONMENT } from "./claude/arguments.ts";
import { claudeProtocol } from "./claude/protocol.ts";
import type { Driver, StartSpec } from "./driver.ts";
import { type Command, startSession } from "./session.ts";

/** The embedded demo agent: this program itself, run with a hidden subcommand; it speaks as Claude Code does. */
export function demoDriver(self: Command): Driver {
  return {
    kind: "demo",
    demo: true,
    detect: () =>
      Promise.resolve({ kind: "demo", available: true, version: null, demo: true, problem: null }),
    models: () => Promise.resolve(builtinModels("demo")),
    start(spec) {
      const env = { ...spec.env, ...STREAM_ENVIRONMENT };
      const command = { cmd: self.cmd, args: [...self.args, "_demo-agent", ...demoArguments(spec)] };
      return startSession({ ...spec, env }, command, claudeProtocol(spec));
    },
  };
}

function demoArguments(spec: StartSpec): string[] {
  return [...STREAM_ARGUMENTS, ...charterArguments(spec, null), ...option("--resume", spec.resume)];
}
