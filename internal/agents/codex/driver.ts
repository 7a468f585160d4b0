import { version } from "../../kernel/assets.ts";
import { askModels, codexModels } from "../catalogue.ts";
import type { Driver, StartSpec } from "../driver.ts";
import { launch, type Surroundings } from "../launch.ts";
import { startSession } from "../session.ts";
import { codexAppServer } from "./app_server.ts";
import { codexArguments, codexEnvironment, inputOf, threadMembers, turnMembers } from "./arguments.ts";

/** Codex, by its app-server: steering, interrupts and verdicts of hooks exist only there. */
export function codexDriver(around: Surroundings): Driver {
  return {
    kind: "codex",
    demo: false,
    detect: ({ binary } = {}) => around.program.detect(binary),
    models: ({ binary } = {}) => askModels("codex", codexModels, around.program, binary),
    start: (spec) =>
      launch("codex", spec, around, (run, { command }) => {
        const args = [...command.args, ...codexArguments(run)];
        const env = codexEnvironment(run);
        return startSession({ ...run, env }, { cmd: command.cmd, args }, codexAppServer(conversationOf(run)));
      }),
  };
}

function conversationOf(spec: StartSpec) {
  const { prompt, images, messageId, resume } = spec;
  return {
    thread: threadMembers(spec),
    turn: turnMembers(spec),
    input: inputOf(prompt, images),
    messageId,
    resume,
    version,
  };
}
