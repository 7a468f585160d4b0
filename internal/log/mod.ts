/** The append-only event log: events, cursors, mailboxes, the hub. @module */
export { EventNotFoundError } from "./error.ts";
export { type Catalogue, type Log, openLog } from "./log.ts";
export { type LogReads, logReads, type NewEvent } from "./store.ts";
