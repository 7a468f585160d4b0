/** Why a provider gave no answer, in words for a person before those of the CLI. @module */

const MEANINGS: Readonly<Record<number, string>> = {
  400: "The provider refused the request",
  401: "The provider refused the key or the login",
  402: "The provider wants to be paid first",
  403: "The provider does not allow this",
  404: "The provider does not know this model or address",
  413: "The provider says that the request is too large",
  429: "The provider's limit was reached",
  503: "The provider is overloaded",
  529: "The provider is overloaded",
};

/** @param status Of HTTP; `null` when it is unknown or there was none, as when a connection broke. */
export function explainFailure(error: string, status: number | null): string {
  if (status === null) return error;
  const meaning = MEANINGS[status] ?? (status >= 500 ? "The provider failed" : undefined);
  return meaning === undefined ? error : `${meaning} (${status}): ${error}`;
}
