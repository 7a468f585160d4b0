/** The real CLIs for a file of tests, or none where the npm registry cannot be reached. @module */
import { installRealClis, type RealCli, RegistryUnreachableError } from "../../scripts/real_clis.ts";

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
