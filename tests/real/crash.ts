/** Ways in which a CLI ends in the middle of its work, through no fault of newpi. @module */
import { RUN_ID } from "../../internal/kernel/process.ts";
import { linuxTable } from "../../internal/kernel/process_table.ts";
import { runtimePid } from "../support/binary.ts";
import type { Chain } from "./chain.ts";

/** The last words of a CLI that crashes. */
export const LAST_WORDS = "fatal: out of memory";

/**
 * Puts a launcher in the place of the CLI, as package managers do. When a file `crash` appears in the run's folder, the
 * CLI dies and the launcher says so and exits with 3.
 */
export async function installCrashing({ cli, home }: Chain): Promise<void> {
  const path = `${home.path}/bin/${cli.kind}`;
  const real = await Deno.realPath(path);
  await Deno.remove(path);
  const script = `#!/bin/sh
# A shell takes the input away from what works in the background, so it is kept under another number.
exec 3<&0
"${real}" "$@" <&3 3<&- &
pid=$!
while kill -0 $pid 2>/dev/null; do
  if [ -e crash ]; then kill -9 $pid; echo "${LAST_WORDS}" >&2; exit 3; fi
  sleep 0.1
done
wait $pid
`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
}

/** As `kill -9` of the process that newpi has started for a run; its children are left to themselves. */
export async function killCli({ newpi }: Chain, runId: string): Promise<void> {
  const own = await runtimePid(newpi.home);
  const children = (await linuxTable.list()).filter(({ ppid }) => ppid === own);
  for (const child of children) {
    if (await linuxTable.carries(child, `${RUN_ID}=${runId}`)) Deno.kill(child.pid, "SIGKILL");
  }
}
