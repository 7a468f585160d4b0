import { AppError } from "../kernel/errors.ts";

export class SettingsUnreadableError extends AppError {
  readonly kind = "invalid";
  readonly code = "SETTINGS_UNREADABLE";
}
