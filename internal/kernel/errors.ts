/** Errors that a person or a program can act on, and the one table of what they mean outside. @module */

/** HTTP status and exit code by kind; read only by the HTTP error handler and main.ts. */
export const errorKinds = {
  invalid: { status: 400, exit: 2 },
  unauthenticated: { status: 401, exit: 3 },
  denied: { status: 403, exit: 3 },
  not_found: { status: 404, exit: 4 },
  conflict: { status: 409, exit: 5 },
  too_large: { status: 413, exit: 2 },
  unsupported: { status: 415, exit: 2 },
  limited: { status: 429, exit: 6 },
  unavailable: { status: 503, exit: 6 },
  internal: { status: 500, exit: 1 },
} as const;
export type ErrorKind = keyof typeof errorKinds;

/** `message` says what could not be done, with the value; `code` is public and never renamed. */
export abstract class AppError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
}

/** A request or a flag that is not of the form its schema or its help states. */
export class InvalidError extends AppError {
  readonly kind = "invalid";
  constructor(message: string, readonly code = "INVALID_INPUT") {
    super(message);
  }
}

/** What the operating system refused (a full disk, a missing permission): no bug, and its own words say it best. */
class SystemRefusal extends AppError {
  readonly kind = "unavailable";
  readonly code = "SYSTEM_REFUSED";
}

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const isRefusal = error instanceof Error && /\(os error \d+\)/.test(error.message);
  return isRefusal ? new SystemRefusal(error.message) : undefined;
}

/** Anything thrown, as the three things that may leave the process. A bug shows its name, never its stack. */
export function describeError(error: unknown): { kind: ErrorKind; code: string; message: string } {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return { kind: refusal.kind, code: refusal.code, message: refusal.message };
  return {
    kind: "internal",
    code: "INTERNAL",
    message: error instanceof Error ? error.message : String(error),
  };
}
