import { asNumber, asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
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
  const message = wordsOf(asText(error.message));
  return message === "" ? "" : explainFailure(message, statusOf(error.codexErrorInfo));
}

/** The whole answer of the provider is the message when it refused a request: `{"error":{"message":"..."}}`. */
const wordsOf = (message: string) => asText(asObject(parseObject(message)?.error).message) || message;

/** `"unauthorized"`, or `{ httpConnectionFailed: { httpStatusCode: 401 } }`. */
function statusOf(info: unknown): number | null {
  if (typeof info === "string") return STATUS[info] ?? null;
  const [detail] = Object.values(asObject(info));
  return asNumber(asObject(detail).httpStatusCode);
}
