import type { Driver } from "../driver.ts";
import { builtinModels } from "../catalogue.ts";
import { launch, type Surroundings } from "../launch.ts";
import { startSession } from "../session.ts";
import { claudeArguments, claudeEnvironment } from "./arguments.ts";
import { claudeProtocol } from "./protocol.ts";

/** Claude Code, by its stream-json protocol. */
export function claudeDriver(around: Surroundings): Driver {
  return {
    kind: "claude",
    demo: false,
    detect: ({ binary } = {}) => around.program.detect(binary),
    models: () => Promise.resolve(builtinModels("claude")),
    start: (spec) =>
      launch("claude", spec, around, (run, { command, version }) => {
        const args = [...command.args, ...claudeArguments(run, version)];
        const env = claudeEnvironment(run, Deno.uid() === 0);
        return startSession({ ...run, env }, { cmd: command.cmd, args }, claudeProtocol(run));
      }),
  };
}
