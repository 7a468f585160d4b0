/** Runs: one stretch of an agent using tools, from start to outcome. @module */
export { RunNotFoundError } from "./error.ts";
export { type RunFolders, runFolders } from "./folder.ts";
export { openRuns, type RunEnd, type Runs, type Steered, type WorkerOrder } from "./runs.ts";
