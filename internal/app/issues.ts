import { InvalidError } from "../kernel/errors.ts";

/** As every schema library of the Standard Schema kind says what is wrong. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** @param what "body", "query", ... */
export function notUsable(what: string, issues: readonly Issue[]): InvalidError {
  const sentences = issues.map(({ path, message }) => {
    const name = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return name === "" ? message : `${name}: ${message}`;
  });
  return new InvalidError(`The ${what} is not usable: ${sentences.join("; ")}`);
}
