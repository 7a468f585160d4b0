/** What the parts of the work engine share; made once by `openWork`. @module */
import type { AgentKind, RunAs } from "../contract/common.ts";
import type { Roles } from "../contract/settings.ts";
import type { Db } from "../kernel/sqlite.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Driver, ProviderAccess } from "../agents/mod.ts";
import type { LiveText } from "../conversation/mod.ts";
import type { Log } from "../log/mod.ts";
import type { RunFolders, Runs } from "../runs/mod.ts";
import type { Items } from "./items.ts";

export interface Limits {
  maxWorkers: number;
  maxTurns: number;
  maxHops: number;
  turnTimeoutMs: number;
  workerTimeoutMs: number;
  silenceMs: number;
}

/** What `app` hands in. */
export interface WorkOptions {
  db: Db;
  log: Log;
  runs: Runs;
  drivers: ReadonlyMap<AgentKind, Driver>;
  roles: () => Roles;
  /** Called before a turn while nobody plays Primary. */
  chooseFirst: () => Promise<void>;
  /** What a CLI is given to reach the provider of a choice; throws when the two do not fit. */
  access: (choice: RunAs) => ProviderAccess | null;
  /** Where the person says that a CLI is. */
  binary: (agent: AgentKind) => string | undefined;
  /** How to run the guard of this version. */
  guard: { cmd: string; args: string[] };
  /** The environment children start from. */
  env: Record<string, string>;
  /** The home folder, below which images lie. */
  home: string;
  workspaces: string;
  folders: RunFolders;
  /** Empty working directories of the roles that have no workspace. */
  roleFolders: string;
  limits: Limits;
  logger: Logger;
  /** Where replies are seen while they are written. */
  liveText: LiveText;
  /** What Primary is told beside its messages. */
  primaryContext: () => Promise<string>;
}

export interface WorkContext extends WorkOptions {
  items: Items;
  /** Aborts when the runtime ends. */
  stopping: AbortSignal;
}
