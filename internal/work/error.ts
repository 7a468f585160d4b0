import type { Usage } from "../contract/runs.ts";
import { AppError } from "../kernel/errors.ts";

export class WorkItemNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "WORK_ITEM_NOT_FOUND";
}
export class NothingRunningError extends AppError {
  readonly kind = "conflict";
  readonly code = "NOTHING_RUNNING";
}
export class AgentNotConfiguredError extends AppError {
  readonly kind = "conflict";
  readonly code = "AGENT_NOT_CONFIGURED";
}
export class AgentFailedError extends AppError {
  readonly kind = "unavailable";
  readonly code = "AGENT_FAILED";
  /** @param usage What the CLI reports of it. */
  constructor(readonly agent: string, readonly reason: string, readonly usage: Usage | null = null) {
    super(`The agent ${agent} failed: ${reason}`);
  }
}

/** The runtime is ending: what is under way is taken up again at the next start. */
export class ShutdownError extends AppError {
  readonly kind = "unavailable";
  readonly code = "SHUTTING_DOWN";
}
