import { explainFailure } from "../provider_failure.ts";

/** pi passes a provider's answer on as `401: {"message":"..."}`; all else it says in words of its own. */
export function failureOf(message: string): string {
  const [, status] = /^(\d{3}): /.exec(message) ?? [];
  return explainFailure(message, status === undefined ? null : Number(status));
}
