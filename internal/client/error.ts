import { AppError, type ErrorKind } from "../kernel/errors.ts";

/** The runtime refused; kind and code are its own. */
export class ApiError extends AppError {
  constructor(message: string, readonly kind: ErrorKind, readonly code: string) {
    super(message);
  }
}
/** An agent's process speaks; only the person may. */
export class NotAPersonError extends AppError {
  readonly kind = "denied";
  readonly code = "NOT_A_PERSON";
}
export class RuntimeNotStartedError extends AppError {
  readonly kind = "unavailable";
  readonly code = "RUNTIME_NOT_STARTED";
}
export class ConnectionLostError extends AppError {
  readonly kind = "unavailable";
  readonly code = "CONNECTION_LOST";
}
