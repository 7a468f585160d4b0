/** Which real CLIs the tests drive. @module */
import { installRealClis, type RealCli, RegistryUnreachableError } from "../../scripts/real_clis.ts";

export interface Cli {
  kind: "claude" | "codex" | "pi";
  version: string;
  /** What it says that one answer of the scripted model costs; null: it never speaks of money. */
  answerUsd: number | null;
}

export const CLAUDE: Cli = { kind: "claude", version: "2.1.332", answerUsd: 0.00078 };
export const OLD_CLAUDE: Cli = { kind: "claude", version: "2.1.197", answerUsd: 0.0012 };
export const CODEX: Cli = { kind: "codex", version: "0.171.0", answerUsd: null };
export const PI: Cli = { kind: "pi", version: "1.6.0", answerUsd: 0.00018 };
export const CLIS = [CLAUDE, OLD_CLAUDE, CODEX, PI];

/** A CLI and the Node.js it may run on; other versions of it have the same name. */
export function programsOf(cli: Cli, clis: RealCli[]): RealCli[] {
  return clis.filter(({ name, version }) => name === "node" || name === cli.kind && version === cli.version);
}

/**
 * Installs what is missing, once for all tests to come.
 *
 * @returns `null`, with the reason on the console, when the registry does not answer. Any other fault is an error.
 */
export async function realClis(): Promise<RealCli[] | null> {
  try {
    return await installRealClis();
  } catch (error) {
    if (!(error instanceof RegistryUnreachableError)) throw error;
    console.error(`The tests with real CLIs are skipped: ${error.message}`);
    return null;
  }
}
