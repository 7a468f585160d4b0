/** The runtime itself: health, status, agents, signing in. @module */
import * as z from "zod";
import { AgentKind } from "./common.ts";
import { Roles } from "./settings.ts";

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
