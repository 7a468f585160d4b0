/** Reads JSON that another program wrote: what is missing or of another type is empty, never an error. @module */

export type JsonObject = Record<string, unknown>;

/** @returns `null` for a line that is not a JSON object. */
export function parseObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const asObject = (value: unknown): JsonObject => isObject(value) ? value : {};
export const asText = (value: unknown): string => typeof value === "string" ? value : "";
export const asNumber = (value: unknown): number | null => typeof value === "number" ? value : null;
export const asObjects = (value: unknown): JsonObject[] => Array.isArray(value) ? value.filter(isObject) : [];
export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
