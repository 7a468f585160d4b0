/** The runtime: one per home, it alone writes the database. @module */
import { migrations, selfCommand, version, workerUrl } from "../kernel/assets.ts";
import { readTextIfThere, removeUnfinished } from "../kernel/atomic.ts";
import { delay, timestamp } from "../kernel/clock.ts";
import { randomHex } from "../kernel/ids.ts";
import { tryLock } from "../kernel/lock.ts";
import type { Logger } from "../kernel/logger.ts";
import { checkMigrations, migrate } from "../kernel/migrate.ts";
import { createHome, type Home } from "../kernel/paths.ts";
import { type Db, openDatabase } from "../kernel/sqlite.ts";
import { type WorkerClient, workerClient } from "../kernel/workers.ts";
import type { AgentKind } from "../contract/common.ts";
import { type Driver, drivers as builtInDrivers, environment } from "../agents/mod.ts";
import {
  type LiveText,
  openIngress,
  openLiveText,
  removeStrayImages,
  type Submit,
} from "../conversation/mod.ts";
import { type Log, openLog } from "../log/mod.ts";
import { openRuns, runFolders } from "../runs/mod.ts";
import { type Environment, openSettings, type Settings } from "../settings/mod.ts";
import { openWork, type Work } from "../work/mod.ts";
import { catalogue } from "./catalogue.ts";
import { RuntimeBusyError } from "./error.ts";
import { firstChoice } from "./first_choice.ts";
import type { JobOffers, ReaderOffers, WorkerInit } from "./worker.ts";

export interface RuntimeOptions {
  home: Home;
  environment: Environment;
  /** What child processes start from. */
  variables: Record<string, string>;
  logger: Logger;
  /** Other agents than the built-in ones. */
  drivers?: ReadonlyMap<AgentKind, Driver>;
}

export interface Runtime {
  readonly home: Home;
  readonly version: string;
  readonly startedAt: string;
  readonly logger: Logger;
  readonly db: Db;
  readonly log: Log;
  readonly settings: Settings;
  readonly work: Work;
  readonly drivers: ReadonlyMap<AgentKind, Driver>;
  readonly reader: WorkerClient<ReaderOffers>;
  readonly jobs: WorkerClient<JobOffers>;
  readonly submit: Submit;
  readonly liveText: LiveText;
  /** Bearer of the HTTP API. */
  readonly token: string;
  /** Begins to take turns; the HTTP server should listen first, so that a person sees them. */
  start(): Promise<void>;
  /** Agents ended and reported, turns left for the next start, database closed, lock let go. */
  close(): Promise<void>;
}

const LOCK_ATTEMPTS = 3;
const LOCK_RETRY_MS = 100;

/**
 * @throws {RuntimeBusyError} Another process is the runtime of this home; it says which and how to reach it.
 * @throws What `checkMigrations` and `openSettings` refuse; nothing was changed then.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { home, environment: env, logger } = options;
  createHome(home);
  const lock = await lockHome(home);
  if (lock === undefined) throw new RuntimeBusyError(await describeHolder(home));
  try {
    removeUnfinished(home.root);
    const settings = await openSettings(home.settings);
    checkMigrations(home.database, migrations());
    const jobs = workerClient<JobOffers>(workerUrl("worker"), { role: "jobs" } satisfies WorkerInit);
    const db = openDatabase(home.database, () => {
      jobs.call("checkpoint", home.database).catch((error) => {
        logger.warn("the database could not be tidied up", { error: String(error) });
      });
    });
    migrate(db, migrations());
    const runtime = assemble(options, db, jobs, settings, env.NEWPI_API_TOKEN ?? randomHex(20));
    logger.info("runtime opened", { version, home: home.root });
    return {
      ...runtime,
      async close() {
        await runtime.work.stop();
        await Promise.all([runtime.reader.close(), runtime.jobs.close()]);
        db.close();
        lock.release();
        logger.info("runtime closed");
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function assemble(
  options: RuntimeOptions,
  db: Db,
  jobs: WorkerClient<JobOffers>,
  settings: Settings,
  token: string,
): Omit<Runtime, "close"> {
  const { home, environment: env, variables, logger } = options;
  const drivers = options.drivers ?? builtInDrivers({ self: selfCommand() });
  const log = openLog(db, catalogue);
  removeStrayImages(home.root, (id) => log.get(id) !== undefined);
  const runs = openRuns(db, log);
  const reader = workerClient<ReaderOffers>(
    workerUrl("worker"),
    { role: "reader", database: home.database } satisfies WorkerInit,
  );
  const liveText = openLiveText();
  const work = openWork({
    db,
    log,
    runs,
    drivers,
    roles: settings.roles,
    chooseFirst: firstChoice({ db, log, settings, drivers, binary: (agent) => binaryOf(settings, agent) }),
    access: settings.access,
    binary: (agent) => binaryOf(settings, agent),
    guard: guardCommand(),
    env: environment(variables),
    home: home.root,
    workspaces: home.workspaces,
    folders: runFolders(home.runs),
    roleFolders: home.roles,
    limits: {
      maxWorkers: env.NEWPI_MAX_WORKERS,
      maxTurns: env.NEWPI_MAX_TURNS,
      maxHops: env.NEWPI_MAX_HOPS,
      turnTimeoutMs: env.NEWPI_ROUTE_TIMEOUT_SEC * 1000,
      silenceMs: env.NEWPI_SILENCE_SEC * 1000,
      workerTimeoutMs: env.NEWPI_WORKER_TIMEOUT_SEC * 1000,
    },
    logger,
    liveText,
    primaryContext: () => reader.call("primaryContext"),
  });
  const submit = openIngress(db, log, work.deliver);
  const startedAt = timestamp();
  const start = () => work.start();
  return {
    home,
    version,
    startedAt,
    logger,
    db,
    log,
    settings,
    work,
    drivers,
    reader,
    jobs,
    submit,
    liveText,
    token,
    start,
  };
}

function guardCommand() {
  const { cmd, args } = selfCommand();
  return { cmd, args: [...args, "guard"] };
}

/** Where the person says that a CLI is; undefined: on PATH. */
export function binaryOf(settings: Settings, agent: AgentKind): string | undefined {
  const binaries: Readonly<Record<string, string>> = settings.binaries();
  return binaries[agent] || undefined;
}

/** `newpi doctor` holds the lock for a moment to see that nobody does; that must not look like a runtime. */
async function lockHome(home: Home) {
  for (let attempt = 1; attempt < LOCK_ATTEMPTS; attempt++) {
    const lock = tryLock(home.lock);
    if (lock !== undefined) return lock;
    await delay(LOCK_RETRY_MS);
  }
  return tryLock(home.lock);
}

/** Who has the lock, from the file the holder wrote; without it only that there is one. */
async function describeHolder(home: Home): Promise<string> {
  const text = await readTextIfThere(home.runtimeJson).catch(() => undefined);
  try {
    const { url, pid } = JSON.parse(text ?? "");
    return `newpi is already running for "${home.root}" (process ${pid}) at ${url}. Run "newpi open" to use it.`;
  } catch {
    return `newpi is already running for "${home.root}"; it is starting or stopping`;
  }
}
