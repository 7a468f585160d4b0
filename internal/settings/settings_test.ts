import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { openSettings } from "./mod.ts";

const DEMO = { agent: "demo" } as const;

Deno.test("openSettings() of a fresh home chooses nobody and writes nothing", async () => {
  await using dir = await tempDir();
  const settings = await openSettings(dir.at("settings.json"));
  assert.deepEqual(settings.roles(), { primary: null, manager: null, worker: null });
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
});

Deno.test("setRoles() keeps what is not named, survives a restart, and closes the file to others", async () => {
  await using dir = await tempDir();
  const path = dir.at("settings.json");
  const settings = await openSettings(path);
  assert.equal(await settings.setRoles({ primary: DEMO }), true);
  assert.equal(await settings.setRoles({ worker: DEMO }), true);
  assert.equal(await settings.setRoles({ worker: DEMO }), false, "nothing changed");
  const again = await openSettings(path);
  assert.deepEqual(again.roles(), { primary: DEMO, manager: null, worker: DEMO });
  await again.setRoles({ primary: null });
  assert.equal(again.roles().primary, null);
  if (Deno.build.os !== "windows") assert.equal((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
});

Deno.test("setRoles() twice at once keeps both changes", async () => {
  await using dir = await tempDir();
  const settings = await openSettings(dir.at("settings.json"));
  await Promise.all([
    settings.setRoles({ primary: DEMO }),
    settings.setRoles({ manager: DEMO }),
    settings.setRoles({ worker: DEMO }),
  ]);
  assert.deepEqual((await openSettings(dir.at("settings.json"))).roles(), {
    primary: DEMO,
    manager: DEMO,
    worker: DEMO,
  });
});

Deno.test("setRoles() keeps members that this version does not know", async () => {
  await using dir = await tempDir();
  const path = dir.at("settings.json");
  await Deno.writeTextFile(path, JSON.stringify({ theme: { later: [1, 2] }, roles: { primary: DEMO } }));
  await (await openSettings(path)).setRoles({ worker: DEMO });
  const { theme, roles } = JSON.parse(await Deno.readTextFile(path));
  assert.deepEqual(theme, { later: [1, 2] });
  assert.deepEqual(roles, { primary: DEMO, manager: null, worker: DEMO });
});

Deno.test("setRoles() that cannot be written changes nothing, and the next one can", async () => {
  await using dir = await tempDir();
  const path = dir.at("settings.json");
  const settings = await openSettings(path);
  await Deno.mkdir(path);
  await Deno.writeTextFile(dir.at("settings.json", "in the way"), "");
  await assert.rejects(settings.setRoles({ primary: DEMO }));
  assert.equal(settings.roles().primary, null);
  await Deno.remove(path, { recursive: true });
  assert.equal(await settings.setRoles({ primary: DEMO }), true);
  assert.deepEqual(settings.roles().primary, DEMO);
});

const unreadable: [name: string, text: string][] = [
  ["no JSON", "{roles:"],
  ["an empty file", ""],
  ["a list", "[]"],
  ["null", "null"],
  ["a role that does not exist", '{"roles":{"boss":{"agent":"demo"}}}'],
  ["an agent that does not exist", '{"roles":{"primary":{"agent":"nobody"}}}'],
];
for (const [name, text] of unreadable) {
  Deno.test(`openSettings() refuses ${name} and leaves the file alone`, async () => {
    await using dir = await tempDir();
    const path = dir.at("settings.json");
    await Deno.writeTextFile(path, text);
    await assert.rejects(openSettings(path), (error) => {
      assert.ok(error instanceof Error && "code" in error);
      assert.equal(error.code, "SETTINGS_UNREADABLE");
      assert.ok(error.message.includes(path));
      return true;
    });
    assert.equal(await Deno.readTextFile(path), text);
  });
}

Deno.test("a change keeps what a person wrote into the file while newpi ran", async () => {
  await using dir = await tempDir();
  const path = dir.at("settings.json");
  const settings = await openSettings(path);
  await Deno.writeTextFile(path, '{"mine":1,"roles":{"worker":{"agent":"demo"}}}');
  await settings.setBinaries({ pi: "/opt/pi" });
  const kept = JSON.parse(await Deno.readTextFile(path));
  assert.deepEqual([kept.mine, kept.roles.worker, kept.binaries.pi], [1, { agent: "demo" }, "/opt/pi"]);
  assert.deepEqual(settings.roles().worker, { agent: "demo" });
});

Deno.test("a change is refused while the file is broken, which stays as it is", async () => {
  await using dir = await tempDir();
  const path = dir.at("settings.json");
  const settings = await openSettings(path);
  await Deno.writeTextFile(path, "{ broken");
  await assert.rejects(settings.setBinaries({ pi: "/opt/pi" }), { code: "SETTINGS_UNREADABLE" });
  assert.equal(await Deno.readTextFile(path), "{ broken");
});
