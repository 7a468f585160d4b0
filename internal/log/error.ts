import { AppError } from "../kernel/errors.ts";

export class EventNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "EVENT_NOT_FOUND";
}
