/** What every driver of a coding CLI offers, whatever protocol that CLI speaks. @module */
import type { AgentKind } from "../contract/common.ts";
import type { Usage } from "../contract/runs.ts";
import type { RoleName } from "../contract/settings.ts";
import type { AgentInfo } from "../contract/system.ts";

export interface StartSpec {
  /** `NEWPI_RUN_ID` of the process and of all it starts; a turn has one too. */
  runId: string;
  role: RoleName;
  /** Replaces the system prompt of a primary or manager, is appended for a worker. */
  charter: string;
  /** The first message of the user. */
  prompt: string;
  /** A UUID: the CLI names the message by it when it is taken in and when it is settled. */
  messageId: string;
  /** Exists. */
  cwd: string;
  /** The whole environment of the process, already cleaned by `environment()`. */
  env: Record<string, string>;
  /** Session to go on with. */
  resume?: string;
  model?: string;
  effort?: string;
  /** Wall clock; after it the process is stopped and the result is a failure. */
  timeoutMs: number;
}

export type AgentEvent =
  | { kind: "session"; sessionId: string; version: string | null }
  /** A finished block of the agent's text. */
  | { kind: "text"; text: string }
  /** Live text; the same words come again as `text`. */
  | { kind: "delta"; text: string }
  /** `input` is a line of at most 500 characters. */
  | { kind: "tool"; callId: string; tool: string; input: string }
  /** `output` is the end of the answer, at most 500 characters. */
  | { kind: "tool_result"; callId: string; tool: string; isError: boolean; output: string }
  /** The agent has read a message that was sent to it. */
  | { kind: "taken"; messageId: string };

export interface AgentResult {
  ok: boolean;
  text: string;
  error: string | null;
  cancelled: boolean;
  /** The process went away, or was killed, without saying how it ended. */
  lost: boolean;
  sessionId: string | null;
  toolCalls: number;
  durationMs: number;
  usage: Usage | null;
}

export interface AgentSession {
  readonly pid: number;
  /** One consumer, which must keep reading: it is the brake on the CLI's output. Ends before `result` settles. */
  readonly events: AsyncIterable<AgentEvent>;
  /** Never rejects: every failure is a result with an `error`. */
  readonly result: Promise<AgentResult>;
  /** `false`: too late, the message was not sent. */
  steer(text: string, messageId: string): Promise<boolean>;
  /** Asks the CLI to stop, then stops it; the result is `cancelled` whatever the CLI says. */
  interrupt(): Promise<void>;
  /** At once, for shutdown; the result is `lost`. */
  kill(): Promise<void>;
}

export interface Driver {
  readonly kind: AgentKind;
  readonly demo: boolean;
  detect(): Promise<AgentInfo>;
  start(spec: StartSpec): AgentSession;
}
