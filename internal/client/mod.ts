/** Talks to a running runtime, or starts one. @module */
export { type Api, openApi } from "./api.ts";
export { ApiError, ConnectionLostError, NotAPersonError, RuntimeNotStartedError } from "./error.ts";
export { ensureRuntime, findRuntime, type RuntimeAddress } from "./find.ts";
