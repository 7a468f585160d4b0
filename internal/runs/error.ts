import { AppError } from "../kernel/errors.ts";

export class RunNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "RUN_NOT_FOUND";
}
