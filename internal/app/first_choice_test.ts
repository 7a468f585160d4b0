import assert from "node:assert/strict";
import type { AgentKind } from "../contract/common.ts";
import type { Driver } from "../agents/mod.ts";
import { openSettings } from "../settings/mod.ts";
import { testDatabase } from "../../tests/support/database.ts";
import { scriptedDriver } from "../../tests/support/scripted_driver.ts";
import { tempDir } from "../../tests/support/temp.ts";
import { firstChoice } from "./first_choice.ts";

function agent(kind: AgentKind, available: boolean, demo = false): [AgentKind, Driver] {
  const detect = () => Promise.resolve({ kind, available, version: "1", demo, problem: null });
  return [kind, { ...scriptedDriver({}), kind, demo, detect }];
}

async function setUp(...agents: [AgentKind, Driver][]) {
  const dir = await tempDir();
  const test = await testDatabase();
  const settings = await openSettings(dir.at("settings.json"));
  const choose = firstChoice({
    db: test.db,
    log: test.log,
    settings,
    drivers: new Map(agents),
    binary: () => undefined,
  });
  return {
    settings,
    choose,
    events: () => test.log.list({ limit: 10 })?.events ?? [],
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

Deno.test("firstChoice() gives every role to the first coding CLI that is here, once", async () => {
  await using test = await setUp(
    agent("demo", true, true),
    agent("claude", false),
    agent("codex", true),
    agent("pi", true),
  );
  await Promise.all([test.choose(), test.choose()]);
  await test.choose();
  const play = (effort: string) => ({ agent: "codex", effort });
  assert.deepEqual(test.settings.roles(), {
    primary: play("low"),
    manager: play("low"),
    worker: play("medium"),
  });
  assert.deepEqual(test.events().map(({ kind, source }) => [kind, source]), [[
    "settings.updated",
    "kernel:runtime",
  ]]);
});

Deno.test("firstChoice() leaves it open when there is only the demo agent", async () => {
  await using test = await setUp(agent("demo", true, true), agent("claude", false));
  await test.choose();
  assert.equal(test.settings.roles().primary, null);
  assert.deepEqual(test.events(), []);
});

Deno.test("firstChoice() changes no choice of the person", async () => {
  await using test = await setUp(agent("claude", true));
  await test.settings.setRoles({ worker: { agent: "demo" } });
  await test.choose();
  assert.deepEqual(test.settings.roles(), { primary: null, manager: null, worker: { agent: "demo" } });
});
