/** `newpi serve`: the server, until a signal or, in the background, until nobody has been there for a while. */
import { join } from "@std/path";
import { openServer, type Server } from "../internal/app/mod.ts";
import { describeError } from "../internal/kernel/errors.ts";
import { surviveFaults } from "../internal/kernel/faults.ts";
import { createLogger } from "../internal/kernel/logger.ts";
import { createHome, defaultHome } from "../internal/kernel/paths.ts";
import { untilStopped } from "../internal/kernel/signals.ts";
import { leaveRun } from "../internal/kernel/variables.ts";
import { readEnvironment } from "../internal/settings/mod.ts";
import { command, parse } from "./_options.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("serve", "Run the server until it is stopped")
    .option("--addr <host:port>", "where to listen; default 127.0.0.1:2718, then the next free port")
    .option("--background", "end after ten quiet minutes; for newpi's own use");
  if (!parse(parser, args)) return 0;
  const { addr, background = false } = parser.opts<{ addr?: string; background?: boolean }>();
  return await serve({ address: addr, background, ready: announce });
}

function announce(server: Server): void {
  console.log(`newpi ${server.runtime.version} is ready: ${server.signInUrl()}`);
  console.log("The address signs one browser in. Ctrl+C stops.");
}

/** @param options.ready Called once the server listens. */
export async function serve(
  options: { address?: string; background: boolean; ready: (server: Server) => void },
): Promise<number> {
  const home = defaultHome();
  await createHome(home); // the log lies in it
  const file = join(home.logs, "newpi.log");
  const logger = createLogger({ file, least: "warn", quiet: options.background });
  surviveFaults(logger);
  const stopped = untilStopped();
  try {
    const environment = readEnvironment();
    const server = await openServer({
      home,
      environment,
      variables: leaveRun(),
      logger,
      address: options.address,
    });
    if (!options.background) options.ready(server);
    await Promise.race([
      stopped,
      options.background ? untilQuiet(server, environment.NEWPI_QUIET_SEC) : stopped,
    ]);
    await server.close();
    return 0;
  } catch (error) {
    // Who started it by hand reads it on the terminal anyway.
    createLogger({ file, quiet: true }).error("the runtime could not start", {
      error: describeError(error).message,
    });
    throw error;
  }
}

function untilQuiet(server: Server, seconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (server.quietMs() < seconds * 1000) return;
    clearInterval(timer);
    resolve();
  }, 1000);
  return promise;
}
