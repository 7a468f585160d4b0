import { AppError } from "../kernel/errors.ts";

export class RuntimeBusyError extends AppError {
  readonly kind = "conflict";
  readonly code = "RUNTIME_BUSY";
}
export class AddressInUseError extends AppError {
  readonly kind = "unavailable";
  readonly code = "ADDRESS_IN_USE";
}
export class RouteNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "NOT_FOUND";
}
export class UnauthenticatedError extends AppError {
  readonly kind = "unauthenticated";
  readonly code = "UNAUTHENTICATED";
}
/** A request that a page of another site could have made. */
export class OriginRefusedError extends AppError {
  readonly kind = "denied";
  constructor(message: string, readonly code: "HOST_REFUSED" | "ORIGIN_REFUSED") {
    super(message);
  }
}
export class BodyTooLargeError extends AppError {
  readonly kind = "too_large";
  readonly code = "BODY_TOO_LARGE";
}
export class ContentTypeError extends AppError {
  readonly kind = "unsupported";
  readonly code = "CONTENT_TYPE_UNSUPPORTED";
}
export class PathOutsideError extends AppError {
  readonly kind = "denied";
  readonly code = "PATH_OUTSIDE_WORKSPACE";
}
export class FileNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "FILE_NOT_FOUND";
}
export class ImageNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "IMAGE_NOT_FOUND";
}
