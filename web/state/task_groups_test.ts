/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { groupByState, lastActivity } from "./task_groups.ts";
import { testCard } from "./testing.ts";

const reply = (ts: string) => ({ text: "done", ts });

Deno.test("groupByState() puts what waits for the person first and leaves out empty states", () => {
  const cards = (["done", "waiting", "idle"] as const).map((state) => testCard(`wi_${state}0`, { state }));
  assert.deepEqual(groupByState(cards).map(({ state }) => state), ["waiting", "idle", "done"]);
});

Deno.test("groupByState() orders by the last activity, newest first", () => {
  const old = testCard("wi_older0", { lastReply: reply("2026-11-30T10:00:00.000Z") });
  const recent = testCard("wi_newer0", { lastReply: reply("2026-11-30T11:00:00.000Z") });
  assert.deepEqual(groupByState([old, recent])[0]?.cards.map(({ item }) => item.id), [
    "wi_newer0",
    "wi_older0",
  ]);
});

Deno.test("lastActivity() is the latest of change, run and answer", () => {
  const run = {
    id: "run_aaaaaa",
    startedAt: "2026-11-30T12:00:00.000Z",
    toolCalls: 0,
    lastTool: null,
  } as const;
  assert.equal(
    lastActivity(testCard("wi_aaaaaa", { run, lastReply: reply("2026-11-30T11:00:00.000Z") })),
    run.startedAt,
  );
});
