/** The running runtime of a home, or one that is started in the background. @module */
import * as z from "zod";
import { selfCommand } from "../kernel/assets.ts";
import { readTextIfThere } from "../kernel/atomic.ts";
import { delay, timestamp } from "../kernel/clock.ts";
import { join } from "@std/path";
import { variables } from "../kernel/variables.ts";
import { createHome, type Home } from "../kernel/paths.ts";
import { RuntimeNotStartedError } from "./error.ts";

const RuntimeFile = z.object({ url: z.url(), token: z.string(), pid: z.int() });
export type RuntimeAddress = z.infer<typeof RuntimeFile>;

/** What a runtime says of itself: another program may have its port by now. */
const Answer = z.object({ pid: z.int() });

const ANSWER_MS = 2000;
const START_MS = 15_000;
const LOOK_EVERY_MS = 25;
/** The kind `conflict`: another process became the runtime first. */
const EXIT_BUSY = 5;

/** @returns undefined when there is none, or only the file of one that died. */
export async function findRuntime(home: Home): Promise<RuntimeAddress | undefined> {
  const address = await readAddress(home);
  if (address === undefined) return undefined;
  try {
    const response = await fetch(`${address.url}/api/status`, {
      headers: { authorization: `Bearer ${address.token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return Answer.parse(await response.json()).pid === address.pid ? address : undefined;
  } catch {
    return undefined;
  }
}

async function readAddress(home: Home): Promise<RuntimeAddress | undefined> {
  const text = await readTextIfThere(home.runtimeJson);
  if (text === undefined) return undefined;
  try {
    return RuntimeFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Two commands at once may both start one; the second finds the first's.
 *
 * @throws {HomeUnusableError} Or {RuntimeNotStartedError} with what its log says last.
 */
export async function ensureRuntime(home: Home): Promise<RuntimeAddress> {
  const found = await findRuntime(home);
  if (found !== undefined) return found;
  createHome(home); // where it cannot be made, the reason is said here and not in a log that cannot be written
  const startedAt = Date.now();
  let ended = startInBackground(home);
  while (Date.now() < startedAt + START_MS) {
    const started = await findRuntime(home);
    if (started !== undefined) return started;
    const code = await Promise.race([ended, delay(LOOK_EVERY_MS)]);
    if (code === undefined) continue;
    if (code !== EXIT_BUSY) break;
    await delay(LOOK_EVERY_MS); // the other one is starting, or stopping: then it is our turn
    ended = startInBackground(home);
  }
  throw new RuntimeNotStartedError(
    `Cannot start newpi in the background: ${await lastError(home, timestamp(new Date(startedAt)))}`,
  );
}

/** @returns The exit code, should it end. It outlives this process. */
function startInBackground(home: Home): Promise<number> {
  const { cmd, args } = selfCommand();
  const { NEWPI_RUN_ID: _ofThisRunOnly, ...env } = variables();
  const child = new Deno.Command(cmd, {
    args: [...args, "serve", "--background"],
    env: { ...env, NEWPI_HOME: home.root },
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  child.unref();
  return child.status.then(({ code }) => code);
}

/** What the log says since then. */
async function lastError(home: Home, since: string): Promise<string> {
  const path = join(home.logs, "newpi.log");
  const text = await readTextIfThere(path) ?? "";
  for (const line of text.trimEnd().split("\n").slice(-50).toReversed()) {
    try {
      const { at, level, message, error } = JSON.parse(line);
      if (level === "error" && at >= since) return `${message}${error ? `: ${error}` : ""} (${path})`;
    } catch { /* a line cut by a crash */ }
  }
  return `it did not answer within ${START_MS / 1000} s (${path})`;
}
