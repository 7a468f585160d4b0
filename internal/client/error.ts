import { AppError, type ErrorKind } from "../kernel/errors.ts";

/** The runtime refused; kind and code are its own. */
export class ApiError extends AppError {
  constructor(message: string, readonly kind: ErrorKind, readonly code: string) {
    super(message);
  }
}
export class RuntimeNotStartedError extends AppError {
  readonly kind = "unavailable";
  readonly code = "RUNTIME_NOT_STARTED";
}
export class ConnectionLostError extends AppError {
  readonly kind = "unavailable";
  readonly code = "CONNECTION_LOST";
}
