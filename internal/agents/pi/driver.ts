import { join } from "@std/path";
import { pluginText } from "../../kernel/assets.ts";
import { writeAtomic } from "../../kernel/atomic.ts";
import { askModels, piModels } from "../catalogue.ts";
import type { Driver, GuardCommand } from "../driver.ts";
import { launch, type Surroundings } from "../launch.ts";
import { startSession } from "../session.ts";
import { piArguments, piEnvironment } from "./arguments.ts";
import { piRpc } from "./rpc.ts";

/** pi, by its rpc mode. */
export function piDriver(around: Surroundings): Driver {
  return {
    kind: "pi",
    demo: false,
    detect: ({ binary } = {}) => around.program.detect(binary),
    models: ({ binary } = {}) => askModels("pi", piModels, around.program, binary),
    start: (spec) =>
      launch("pi", spec, around, async (run, { command, version }) => {
        const extension = run.guard ? await writeExtension(run.guard) : null;
        const args = [...command.args, ...piArguments(run, extension)];
        const env = piEnvironment(run);
        return startSession({ ...run, env }, { cmd: command.cmd, args }, piRpc({ ...run, version }));
      }),
  };
}

/** pi has no hooks; an extension asks the guard, and pi does not start without it. */
async function writeExtension({ runDir }: GuardCommand): Promise<string> {
  const file = join(runDir, "pi_guard.ts");
  await writeAtomic(file, pluginText("pi/guard.ts"));
  return file;
}
