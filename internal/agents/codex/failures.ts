import { asNumber, asObject, asText, type JsonObject } from "../narrow.ts";
import { explainFailure } from "../provider_failure.ts";

/** What codex calls failures whose HTTP status it does not tell. */
const STATUS: Readonly<Record<string, number>> = {
  badRequest: 400,
  unauthorized: 401,
  usageLimitExceeded: 429,
  internalServerError: 500,
  serverOverloaded: 503,
};

/** @returns "" when codex gives no reason. */
export function failureOf(error: JsonObject): string {
  const message = asText(error.message);
  return message === "" ? "" : explainFailure(message, statusOf(error.codexErrorInfo));
}

/** `"unauthorized"`, or `{ httpConnectionFailed: { httpStatusCode: 401 } }`. */
function statusOf(info: unknown): number | null {
  if (typeof info === "string") return STATUS[info] ?? null;
  const [detail] = Object.values(asObject(info));
  return asNumber(asObject(detail).httpStatusCode);
}
