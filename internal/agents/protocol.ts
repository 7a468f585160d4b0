/** The language of one CLI: what it prints becomes events, what is wanted of it becomes lines. @module */
import type { Usage } from "../contract/runs.ts";
import type { ExitStatus } from "../kernel/process.ts";
import type { AgentEvent, Image } from "./driver.ts";
import type { Settlement } from "./ledger.ts";

/** One process's worth of protocol; it holds no line, so memory does not grow with the run. */
export interface Protocol {
  /** All is in the arguments: stdin is closed at once, since the CLI would wait for its end. */
  readonly oneShot: boolean;
  /** What is written to stdin first; as in all that is written, a `markOf` an image stands for its base64. */
  open(): string;
  /** Lines and members that are not known are skipped. */
  read(line: string): Reading;
  /** What to write to give the agent a message; "" keeps it for when it can be written. */
  steer(text: string, messageId: string, images?: Image[]): string;
  /** What to write to ask the agent to stop. */
  interrupt(): string;
  /** The CLI has nothing to do and every message is settled: closing its stdin loses nothing. */
  isIdle(): boolean;
  /** What silence means while no tool is at work. */
  awaits(): Awaited;
  /** Why waiting any longer is of no use or not to be allowed, or `null`. */
  hopeless(): string | null;
  /** What keeps the CLI from going on while it tries again by itself, or `null`: why a limit was reached. */
  trouble(): string | null;
  /** @param exit `null` when the CLI was stopped because it stayed after it had finished. */
  finish(exit: ExitStatus | null, stderr: string): Outcome;
}

/**
 * `answer`: of the model, so long silence is a hang. `helper`: it may take its time. `command`: the answer is there,
 * and a command in the background, which may go on for ever, is all that could be added to it.
 */
export type Awaited = "answer" | "helper" | "command";

export interface Reading {
  events: AgentEvent[];
  /** To be written to the CLI: an answer, or the next thing to ask for. */
  write?: string;
}

export interface Outcome {
  ok: boolean;
  text: string;
  error: string | null;
  /** The process went away in the middle, without a result. */
  lost: boolean;
  resumeLost: boolean;
  sessionId: string | null;
  usage: Usage | null;
  /** `unsent`: it was not read. `unknown`: it may have been read or not. */
  messages: Record<string, Settlement | "unsent" | "unknown">;
}
