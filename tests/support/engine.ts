/** The work engine on a real database with a scripted agent, without HTTP and workers. @module */
import { catalogue } from "../../internal/app/catalogue.ts";
import { type LiveText, openIngress, openLiveText, type Submit } from "../../internal/conversation/mod.ts";
import type { Event } from "../../internal/contract/log.ts";
import type { Roles } from "../../internal/contract/settings.ts";
import { migrations } from "../../internal/kernel/assets.ts";
import type { Logger } from "../../internal/kernel/logger.ts";
import { migrate } from "../../internal/kernel/migrate.ts";
import { type Db, openDatabase } from "../../internal/kernel/sqlite.ts";
import { type Log, openLog } from "../../internal/log/mod.ts";
import { openRuns, runFolders, type Runs } from "../../internal/runs/mod.ts";
import { type Limits, openWork, type Work } from "../../internal/work/mod.ts";
import { findContradictions } from "../../internal/views/mod.ts";
import { type Script, type ScriptedDriver, scriptedDriver } from "./scripted_driver.ts";
import { tempDir } from "./temp.ts";
import { allEvents, untilTrue } from "./until.ts";
import assert from "node:assert/strict";

export const ALL_DEMO: Roles = {
  primary: { agent: "demo" },
  manager: { agent: "demo" },
  worker: { agent: "demo" },
};
export const NOBODY: Roles = { primary: null, manager: null, worker: null };

export interface EngineOptions {
  limits?: Partial<Limits>;
  roles?: Roles;
  demo?: boolean;
  /** False: the loop is not started; the test calls `work.start()`. */
  start?: boolean;
}

export interface Engine extends AsyncDisposable {
  /** The home folder. */
  readonly home: string;
  readonly db: Db;
  readonly log: Log;
  readonly runs: Runs;
  readonly work: Work;
  readonly agent: ScriptedDriver;
  readonly submit: Submit;
  readonly liveText: LiveText;
  /** Where the run folders are. */
  readonly runsFolder: string;
  /** Resolves when the logger was told this, before or from now on. */
  logged(message: string): Promise<void>;
  /** Says something and waits until all of it is done. */
  ask(text: string, more?: Partial<Parameters<Submit>[0]>): Promise<Event>;
  settled(message: Event): Promise<void>;
  events(kind?: string): Event[];
  /** Stops as SIGTERM does, and starts again on the same database with another script. */
  restart(script: Script, options?: EngineOptions): Promise<Engine>;
}

export async function openEngine(script: Script, options: EngineOptions = {}): Promise<Engine> {
  const dir = await tempDir();
  return await engineIn(dir.path, script, options, dir);
}

async function engineIn(
  folder: string,
  script: Script,
  options: EngineOptions,
  owned?: AsyncDisposable,
): Promise<Engine> {
  const db = openDatabase(`${folder}/newpi.db`);
  migrate(db, migrations());
  const log = openLog(db, catalogue);
  const runs = openRuns(db, log);
  const agent = scriptedDriver(script, { demo: options.demo });
  const { logger, logged } = listeningLogger();
  const liveText = openLiveText();
  const work = openWork({
    db,
    log,
    runs,
    drivers: new Map([["demo", agent]]),
    roles: () => options.roles ?? ALL_DEMO,
    chooseFirst: () => Promise.resolve(),
    env: {},
    home: folder,
    workspaces: `${folder}/workspaces`,
    folders: runFolders(`${folder}/runs`),
    guard: { cmd: "no-guard-in-this-test", args: [] },
    access: () => null,
    binary: () => undefined,
    roleFolders: `${folder}/roles`,
    limits: {
      maxWorkers: 3,
      maxTurns: 4,
      maxHops: 24,
      turnTimeoutMs: 60_000,
      workerTimeoutMs: 60_000,
      silenceMs: 60_000,
      ...options.limits,
    },
    logger,
    liveText,
    primaryContext: () => Promise.resolve("Now: a good time"),
  });
  const submit = openIngress(db, log, work.deliver);
  if (options.start !== false) await work.start();

  const settled = (message: Event) => untilTrue(log, () => work.settled(message.id));
  let running = true;
  /** @returns False when it was stopped before. */
  async function stop(): Promise<boolean> {
    if (!running) return false;
    running = false;
    await work.stop();
    return true;
  }

  return {
    home: folder,
    db,
    log,
    runs,
    work,
    agent,
    submit,
    liveText,
    runsFolder: `${folder}/runs`,
    logged,
    settled,
    async ask(text, more = {}) {
      const message = submit({ text, ...more });
      await settled(message);
      return message;
    },
    events: (kind) => allEvents(log).filter((event) => kind === undefined || event.kind === kind),
    async restart(next, nextOptions = {}) {
      await stop();
      db.close();
      return await engineIn(folder, next, nextOptions);
    },
    async [Symbol.asyncDispose]() {
      try {
        if (await stop()) assert.deepEqual(findContradictions(db), [], "the log contradicts itself");
      } finally {
        db.close();
        await owned?.[Symbol.asyncDispose]();
      }
    },
  };
}

function listeningLogger(): { logger: Logger; logged: Engine["logged"] } {
  const told = new Map<string, PromiseWithResolvers<void>>();
  const of = (message: string) => {
    const entry = told.get(message) ?? Promise.withResolvers<void>();
    told.set(message, entry);
    return entry;
  };
  const tell = (message: string) => of(message).resolve();
  return {
    logger: { debug: tell, info: tell, warn: tell, error: tell },
    logged: (message) => of(message).promise,
  };
}
