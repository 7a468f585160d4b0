import assert from "node:assert/strict";
import { join } from "@std/path";
import { askModels, builtinModels, codexModels, piModels } from "./catalogue.ts";
import { openProgram } from "./program.ts";

Deno.test("codexModels reads the catalogue with the efforts of each model", () => {
  const stdout = JSON.stringify({
    models: [
      {
        slug: "gpt-9",
        visibility: "list",
        supported_reasoning_levels: [{ effort: "low" }, { effort: "high" }],
      },
      { slug: "secret", visibility: "hide" },
      { display_name: "nameless" },
    ],
  });
  assert.deepEqual(codexModels.parse(stdout), [{ id: "gpt-9", efforts: ["low", "high"] }]);
  assert.deepEqual(codexModels.parse("no json"), []);
});

Deno.test("piModels reads the table", () => {
  const stdout =
    "provider  model         context  images\nacme      acme-1        100K     no\nother  b/c  1M  yes  \n\n";
  assert.deepEqual(piModels.parse(stdout), [{ id: "acme/acme-1" }, { id: "other/b/c" }]);
  assert.deepEqual(piModels.parse("No models available. Use /login to log in."), []);
});

Deno.test("builtinModels() has efforts for every CLI that has any", () => {
  assert.deepEqual(builtinModels("claude").efforts, ["low", "medium", "high", "xhigh", "max"]);
  assert.deepEqual(builtinModels("demo").models, []);
});

const answers = [
  {
    name: "takes the CLI's own list",
    script: `echo '{"models":[{"slug":"gpt-9"}]}'`,
    want: { models: [{ id: "gpt-9", efforts: [] }], source: "cli", error: null },
  },
  {
    name: "brings its own list when the CLI fails",
    script: "echo 'not logged in' >&2; exit 1",
    want: { source: "builtin", error: "not logged in" },
  },
  { name: "and when the CLI names none", script: "echo '{}'", want: { source: "builtin", error: "{}" } },
];
for (const { name, script, want } of answers) {
  Deno.test({
    name: `askModels() ${name}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const dir = await Deno.makeTempDir();
      try {
        const fake =
          `#!/bin/sh\n[ "$1" = --version ] && exec echo 'codex-cli 1.0.0'\n[ "$*" = 'debug models' ] || exit 9\n`;
        await Deno.writeTextFile(join(dir, "codex"), `${fake}${script}\n`, { mode: 0o755 });
        const env = { PATH: Deno.env.get("PATH") ?? "" };
        const program = openProgram({ kind: "codex", name: "codex", env, path: () => Promise.resolve(dir) });
        const list = await askModels("codex", codexModels, program);
        assert.deepEqual({ ...list, ...want }, list);
        assert.ok(list.models.length > 0);
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    },
  });
}

Deno.test("askModels() says that the CLI is not here", async () => {
  const program = openProgram({ kind: "codex", name: "codex", env: {}, path: () => Promise.resolve("") });
  const list = await askModels("codex", codexModels, program);
  assert.deepEqual([list.source, list.error], ["builtin", "codex is not installed, or not on PATH"]);
});
