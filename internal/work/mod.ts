/** Work items, Primary, Manager and the worker pool. @module */
export type { Limits, WorkOptions } from "./context.ts";
export { NothingRunningError, WorkItemNotFoundError } from "./error.ts";
export { openWork, type Work } from "./work.ts";
