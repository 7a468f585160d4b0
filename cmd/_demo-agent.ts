import { variables } from "../internal/kernel/variables.ts";
import { runDemoAgent } from "../internal/agents/mod.ts";

/** Hidden: the runtime starts it as a subprocess, as it does with other coding CLIs. */
export async function run(args: string[]): Promise<number> {
  return await runDemoAgent(args, variables());
}
