/** A tool that works until the test lets it end, so that something can happen in the middle of it. @module */
import { join } from "@std/path";
import { fileAppears } from "../support/files.ts";
import { PATIENCE_MS } from "./drive.ts";

/** Ends with the test's home at the latest, so a test that fails leaves no loop behind. */
export const HOLDING_COMMAND = "touch held; while [ -e held ]; do sleep 0.1; done";

/** Resolves once the command runs in this folder. */
export function isHeld(workspace: string): Promise<void> {
  return fileAppears(join(workspace, "held"), PATIENCE_MS);
}

export function letGo(workspace: string): Promise<void> {
  return Deno.remove(join(workspace, "held"));
}
