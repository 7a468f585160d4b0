/** What every driver of a coding CLI offers, whatever protocol that CLI speaks. @module */
import type { AgentKind } from "../contract/common.ts";
import type { Usage } from "../contract/runs.ts";
import type { ModelList, RoleName } from "../contract/settings.ts";
import type { AgentInfo } from "../contract/system.ts";

/** Read when it is told to the CLI, by newpi or by the CLI itself. */
export interface Image {
  mimeType: string;
  /** Absolute. */
  path: string;
}

/** A model served by somebody else than the CLI's own login; what is missing or empty is not offered. */
export interface ProviderAccess {
  anthropicBaseUrl?: string;
  openaiBaseUrl?: string;
  /** Name by which pi knows it. */
  piProvider?: string;
  /** Goes into the environment of the CLI and nowhere else. */
  apiKey: string | null;
}

/** How to run the guard: `<cmd> <args> --cli <kind>`, one tool call on stdin, a verdict out. */
export interface GuardCommand {
  cmd: string;
  args: string[];
  /** Exists; the guard appends its verdicts to `steps.jsonl` in it. */
  runDir: string;
}

export interface StartSpec {
  /** `NEWPI_RUN_ID` of the process and of all it starts; a turn has one too. */
  runId: string;
  role: RoleName;
  /** Replaces the system prompt of a primary or manager, is appended for a worker. */
  charter: string;
  /** The first message of the user. */
  prompt: string;
  /** They belong to the first message. */
  images?: Image[];
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
  provider?: ProviderAccess;
  /** The CLI's path; without one it is looked up on PATH. */
  binary?: string;
  /** `null`: tool calls are neither judged nor recorded. The demo agent ignores it. */
  guard?: GuardCommand | null;
  /** Wall clock; after it the process is stopped and the result is a failure. */
  timeoutMs: number;
  /** After so long without a sign while no tool works, the process is stopped and the result is `lost`. */
  silenceMs?: number;
}

export type AgentEvent =
  | { kind: "session"; sessionId: string; version: string | null }
  /** A finished block of the agent's text. */
  | { kind: "text"; text: string }
  /** Live text; the same words come again as `text`. */
  | { kind: "delta"; text: string }
  | ToolEvent
  | ToolResultEvent
  /** The guard stopped this call; comes before its `tool_result`, and also when the CLI shows no item for it. */
  | { kind: "blocked"; callId: string; tool: string; rule: string | null; reason: string }
  /** The agent has read a message that was sent to it. */
  | { kind: "taken"; messageId: string };

export interface ToolEvent {
  kind: "tool";
  callId: string;
  tool: string;
  /** A line of at most 500 characters. */
  input: string;
  /** Whose call it is when a helper made it: the same for all calls of one helper. */
  helper?: string;
}

export interface ToolResultEvent {
  kind: "tool_result";
  callId: string;
  tool: string;
  isError: boolean;
  /** The end of the answer, at most 500 characters. */
  output: string;
  /** Why there is no real answer: the CLI turned the call away, or ended before the tool did. */
  missing?: "never_ran" | "cut_off";
}

export interface AgentResult {
  ok: boolean;
  text: string;
  error: string | null;
  cancelled: boolean;
  /** The process went away, or was killed, without saying how it ended. */
  lost: boolean;
  /** The CLI does not know the session to go on with; the same start without `resume` may succeed. */
  resumeLost?: boolean;
  sessionId: string | null;
  toolCalls: number;
  durationMs: number;
  usage: Usage | null;
}

export interface AgentSession {
  /** 0 as long as the process has not begun. */
  readonly pid: number;
  /** One consumer, which must keep reading: it is the brake on the CLI's output. Ends before `result` settles. */
  readonly events: AsyncIterable<AgentEvent>;
  /** Never rejects: every failure is a result with an `error`. */
  readonly result: Promise<AgentResult>;
  /** `false`: too late, the message was not sent. */
  steer(text: string, messageId: string, images?: Image[]): Promise<boolean>;
  /** Asks the CLI to stop, then stops it; the result is `cancelled` whatever the CLI says. */
  interrupt(): Promise<void>;
  /** At once, for shutdown; the result is `lost`. */
  kill(): Promise<void>;
}

export interface DetectOptions {
  /** The CLI's path from the settings; without one it is looked up on PATH. */
  binary?: string;
}

export interface Driver {
  readonly kind: AgentKind;
  readonly demo: boolean;
  detect(options?: DetectOptions): Promise<AgentInfo>;
  /** What may be chosen; asked of the CLI where it can be asked, else a list that newpi brings. */
  models(options?: DetectOptions): Promise<ModelList>;
  start(spec: StartSpec): AgentSession;
}
