/** Settings: the file the person owns, and the environment. @module */
export { type Environment, readEnvironment } from "./environment.ts";
export { BinaryUnusableError, SettingsUnreadableError } from "./error.ts";
export { presets, type ProviderAccess } from "./providers.ts";
export { openSettings, type Settings } from "./settings.ts";
