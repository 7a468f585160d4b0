import assert from "node:assert/strict";
import { join } from "@std/path";
import { loginPath, mergePaths } from "./login_path.ts";

const options = { ignore: Deno.build.os === "windows" };

async function withShell(script: string, use: (shell: string) => Promise<void>) {
  const dir = await Deno.makeTempDir();
  try {
    const shell = join(dir, "shell");
    await Deno.writeTextFile(shell, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await use(shell);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("mergePaths() keeps the order and takes each folder once", options, () => {
  assert.equal(mergePaths("/a:/b", "", "/b:/c::/a"), "/a:/b:/c");
});

Deno.test("loginPath() adds what the login shell knows, whatever its profile prints", options, async () => {
  const script = 'echo "Welcome back"; PATH=/from/profile:$PATH; export PATH; eval "$4"; echo bye';
  await withShell(script, async (SHELL) => {
    const path = await loginPath({ variables: { SHELL, PATH: "/usr/bin:/bin", HOME: "/home/ada" } });
    assert.deepEqual(path.split(":").slice(0, 4), [
      "/usr/bin",
      "/bin",
      "/from/profile",
      "/home/ada/.local/bin",
    ]);
  });
});

const unhelpful = [
  { name: "hangs", script: "exec sleep 60", askShell: true },
  { name: "fails", script: "exit 1", askShell: true },
  { name: "is not to be asked", script: 'PATH=/from/profile; eval "$4"', askShell: false },
];
for (const { name, script, askShell } of unhelpful) {
  Deno.test(`loginPath() does without a login shell that ${name}`, options, async () => {
    await withShell(script, async (SHELL) => {
      const path = await loginPath({ variables: { SHELL, PATH: "/usr/bin" }, askShell, timeoutMs: 300 });
      assert.deepEqual(path.split(":").slice(0, 2), ["/usr/bin", "/opt/homebrew/bin"]);
    });
  });
}

Deno.test("loginPath() does without a shell that is not there", options, async () => {
  const path = await loginPath({ variables: { SHELL: "/nowhere/sh", PATH: "/usr/bin" } });
  assert.match(path, /^\/usr\/bin:/);
});
