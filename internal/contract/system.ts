/** The runtime itself: health, status, agents, roles, signing in. @module */
import { z } from "zod";
import { AgentKind, RunAs } from "./common.ts";

export const Health = z.object({ ok: z.boolean(), db: z.enum(["up", "down"]), version: z.string() });

/** What a coding CLI on this machine looks like. */
export const AgentInfo = z.object({
  kind: AgentKind,
  available: z.boolean(),
  version: z.string().nullable(),
  /** True for the embedded agent that needs no account and only follows plain instructions. */
  demo: z.boolean(),
  problem: z.string().nullable(),
});
export type AgentInfo = z.infer<typeof AgentInfo>;
export const AgentList = z.object({ agents: z.array(AgentInfo) });
export type AgentList = z.infer<typeof AgentList>;

export const RoleName = z.enum(["primary", "manager", "worker"]);
export type RoleName = z.infer<typeof RoleName>;

/** Who plays which role; `null`: nobody chose yet. */
export const Roles = z.strictObject({
  primary: RunAs.nullable(),
  manager: RunAs.nullable(),
  worker: RunAs.nullable(),
});
export type Roles = z.infer<typeof Roles>;
export const RolesView = z.object({ roles: Roles });
/** Roles that are not named keep what they have. */
export const PutRoles = z.strictObject({ roles: Roles.partial() });

/** Payloads by event kind. Stored for ever: add optional members, never change one. */
export const settingsEvents = {
  "settings.updated": z.strictObject({ what: z.literal("roles"), roles: Roles }),
};

export const Status = z.object({
  version: z.string(),
  home: z.string(),
  platform: z.string(),
  pid: z.int(),
  startedAt: z.string(),
  epoch: z.string(),
  latestSeq: z.int(),
  openWorkItems: z.int(),
  activeTurns: z.int(),
  pendingMessages: z.int(),
  runs: z.object({ running: z.int(), queued: z.int() }),
  clients: z.int(),
  databaseBytes: z.int(),
  roles: Roles,
});
export type Status = z.infer<typeof Status>;

/** A single-use address that signs one browser in; it dies after ten minutes. */
export const SignInCode = z.object({ ok: z.literal(true), url: z.string() });
