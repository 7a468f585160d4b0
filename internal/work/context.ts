/** What the parts of the work engine share; made once by `openWork`. @module */
import type { AgentKind } from "../contract/common.ts";
import type { Roles } from "../contract/settings.ts";
import type { Db } from "../kernel/sqlite.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Driver } from "../agents/mod.ts";
import type { Log } from "../log/mod.ts";
import type { Runs } from "../runs/mod.ts";
import type { Items } from "./items.ts";

export interface Limits {
  maxWorkers: number;
  maxTurns: number;
  maxHops: number;
  turnTimeoutMs: number;
  workerTimeoutMs: number;
}

/** What `app` hands in. */
export interface WorkOptions {
  db: Db;
  log: Log;
  runs: Runs;
  drivers: ReadonlyMap<AgentKind, Driver>;
  roles: () => Roles;
  /** The environment children start from. */
  env: Record<string, string>;
  workspaces: string;
  /** Empty working directories of the roles that have no workspace. */
  roleFolders: string;
  limits: Limits;
  logger: Logger;
  /** What Primary is told beside its messages. */
  primaryContext: () => Promise<string>;
}

export interface WorkContext extends WorkOptions {
  items: Items;
  /** Aborts when the runtime ends. */
  stopping: AbortSignal;
}
