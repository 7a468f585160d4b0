import assert from "node:assert/strict";
import { join } from "@std/path";
import { openProgram } from "./program.ts";

const options = { ignore: Deno.build.os === "windows" };

async function withProgram(
  script: string,
  use: (dir: string, detect: ReturnType<typeof openProgram>) => Promise<void>,
) {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(dir, "pi"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { PATH: Deno.env.get("PATH") ?? "" };
    await use(dir, openProgram({ kind: "pi", name: "pi", env, path: () => Promise.resolve(dir) }));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const cases = [
  { script: "echo 1.6.0", want: { available: true, version: "1.6.0", problem: null } },
  { script: "echo hello", want: { available: true, version: null, problem: null } },
  {
    script: "echo 'needs Node 22' >&2; exit 1",
    want: { available: false, version: null, problem: /needs Node 22/ },
  },
  { script: "exit 7", want: { available: false, version: null, problem: /exit code 7/ } },
];
for (const { script, want } of cases) {
  Deno.test(
    `openProgram() detects a program that does ${script}`,
    options,
    () =>
      withProgram(script, async (_, program) => {
        const { kind, demo, available, version, problem } = await program.detect();
        assert.deepEqual([kind, demo, available, version], ["pi", false, want.available, want.version]);
        if (want.problem === null) assert.equal(problem, null);
        else assert.match(problem ?? "", want.problem);
      }),
  );
}

Deno.test(
  "openProgram() says that a program is not here",
  options,
  () =>
    withProgram("echo 1.6.0", async (dir, program) => {
      await Deno.remove(join(dir, "pi"));
      assert.equal((await program.detect()).problem, "pi is not installed, or not on PATH");
      assert.match((await program.detect(join(dir, "nothing"))).problem ?? "", /is no program$/);
    }),
);

Deno.test(
  "openProgram() asks a program for its version once in a while",
  options,
  () =>
    withProgram(`echo x >> "$0.asked"; echo 1.6.0`, async (dir, program) => {
      await Promise.all([program.detect(), program.detect()]);
      await program.detect();
      assert.equal(await Deno.readTextFile(join(dir, "pi.asked")), "x\n");
      await program.detect(join(dir, "pi"));
      assert.equal(
        await Deno.readTextFile(join(dir, "pi.asked")),
        "x\nx\n",
        "another path is another program",
      );
    }),
);
