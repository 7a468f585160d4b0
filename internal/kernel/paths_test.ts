import { isAbsolute, join } from "@std/path";
import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { createHome, defaultHome, homePaths } from "./paths.ts";

/** Runs with other variables and puts the old ones back. */
function withVariables(variables: Record<string, string | undefined>, run: () => void): void {
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name)] as const);
  const set = (entries: Iterable<readonly [string, string | undefined]>) => {
    for (const [name, value] of entries) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  };
  set(Object.entries(variables));
  try {
    run();
  } finally {
    set(before);
  }
}

const USER = Deno.build.os === "windows" ? "USERPROFILE" : "HOME";

Deno.test("defaultHome() is NEWPI_HOME, made absolute", () => {
  withVariables({ NEWPI_HOME: join("some", "where") }, () => {
    const { root } = defaultHome();
    assert.ok(isAbsolute(root));
    assert.equal(root, join(Deno.cwd(), "some", "where"));
  });
});

Deno.test("defaultHome() is ~/.newpi without NEWPI_HOME, or with an empty one", () => {
  for (const NEWPI_HOME of [undefined, ""]) {
    withVariables({ NEWPI_HOME, [USER]: "/people/me" }, () => {
      assert.equal(defaultHome().root, join("/people/me", ".newpi"));
    });
  }
});

Deno.test("defaultHome() says what to set when nobody says where home is", () => {
  withVariables({ NEWPI_HOME: undefined, [USER]: undefined }, () => {
    assert.throws(defaultHome, { code: "HOME_UNKNOWN", message: /NEWPI_HOME/ });
  });
});

Deno.test("createHome() makes folders that only their owner can enter, and keeps what is there", async () => {
  await using dir = await tempDir();
  const home = homePaths(dir.at("deep", "home"));
  createHome(home);
  await Deno.writeTextFile(home.settings, "mine");
  if (Deno.build.os !== "windows") await Deno.chmod(home.root, 0o755);
  createHome(home);
  assert.equal(await Deno.readTextFile(home.settings), "mine");
  for (const folder of [home.root, home.workspaces, home.runs, home.roles, home.logs]) {
    const info = await Deno.stat(folder);
    assert.ok(info.isDirectory);
    if (Deno.build.os !== "windows") assert.equal((info.mode ?? 0) & 0o777, 0o700, folder);
  }
});

Deno.test("createHome() leaves a folder alone that holds other things", async () => {
  await using dir = await tempDir();
  await Deno.writeTextFile(dir.at("thesis.md"), "");
  await Deno.chmod(dir.path, 0o755);
  assert.throws(() => createHome(homePaths(dir.path)), { code: "HOME_FOREIGN" });
  assert.equal(((await Deno.stat(dir.path)).mode ?? 0) & 0o777, 0o755);
  assert.deepEqual([...Deno.readDirSync(dir.path)].map((entry) => entry.name), ["thesis.md"]);
});
