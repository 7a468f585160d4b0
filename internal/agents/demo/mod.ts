/**
 * The embedded demo agent: a subprocess that speaks Claude's stream-json protocol and follows plain instructions
 * without any model. Starts like an empty program, so it imports the kernel alone.
 *
 * @module
 */
export { runDemoAgent } from "./agent.ts";
