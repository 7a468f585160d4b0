/** Waiting until there is nothing left to do. @module */
import assert from "node:assert/strict";
import { Status } from "../../../internal/contract/system.ts";
import { delay } from "../../../internal/kernel/clock.ts";
import type { Runtime } from "./binary.ts";

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 10;

export async function untilSettled(runtime: Runtime): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const { activeTurns, pendingMessages, runs } = await runtime.get("/api/status", Status);
    if (activeTurns + pendingMessages + runs.running + runs.queued === 0) return;
    assert.ok(Date.now() < deadline, `after ${PATIENCE_MS} ms there is still something to do`);
    await delay(LOOK_EVERY_MS);
  }
}
