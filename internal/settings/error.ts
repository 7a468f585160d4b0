import { AppError } from "../kernel/errors.ts";

export class SettingsUnreadableError extends AppError {
  readonly kind = "invalid";
  readonly code = "SETTINGS_UNREADABLE";
}
export class ProviderNotFoundError extends AppError {
  readonly kind = "not_found";
  readonly code = "PROVIDER_NOT_FOUND";
}
export class ProviderExistsError extends AppError {
  readonly kind = "conflict";
  readonly code = "PROVIDER_EXISTS";
}
export class ProviderInUseError extends AppError {
  readonly kind = "conflict";
  readonly code = "PROVIDER_IN_USE";
}
/** A provider without what the agent needs of it, or without any way to reach it. */
export class ProviderUnusableError extends AppError {
  readonly kind = "invalid";
  readonly code = "PROVIDER_UNUSABLE";
}
/** A path where newpi finds nothing that it can use as this coding CLI. */
export class BinaryUnusableError extends AppError {
  readonly kind = "invalid";
  readonly code = "BINARY_UNUSABLE";
}
