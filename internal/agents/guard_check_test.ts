import assert from "node:assert/strict";
import { join } from "@std/path";
import { guardChecker } from "./guard_check.ts";
import type { GuardedCli } from "./hook_command.ts";

const options = { ignore: Deno.build.os === "windows" };
const env = { PATH: Deno.env.get("PATH") ?? "" };
const clis: GuardedCli[] = ["claude", "codex", "pi"];

/** A guard made of a shell script, which notes each time it is asked. */
async function withGuard(
  script: string,
  use: (cmd: string, asked: () => string) => Promise<void>,
  mode = 0o755,
) {
  const dir = await Deno.makeTempDir();
  try {
    const cmd = join(dir, "my guard");
    const log = join(dir, "log");
    await Deno.writeTextFile(log, "");
    await Deno.writeTextFile(cmd, `#!/bin/sh\ncat >> '${log}'; echo " $@" >> '${log}'\n${script}\n`, {
      mode,
    });
    await use(cmd, () => Deno.readTextFileSync(log));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const DENY = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}';
const good: { cli: GuardedCli; script: string }[] = [
  { cli: "claude", script: `echo '${DENY}'` },
  { cli: "claude", script: "exit 2" },
  { cli: "codex", script: "echo no >&2; exit 2" },
  { cli: "pi", script: `echo '{"block":true,"reason":"no"}'` },
];
for (const { cli, script } of good) {
  Deno.test(`guardChecker() is content with a guard for ${cli} that says ${script}`, options, async () => {
    await withGuard(script, async (cmd, asked) => {
      const check = guardChecker();
      assert.equal(await check({ cmd, args: ["guard"], runDir: "/none" }, cli, env), null);
      assert.match(asked(), new RegExp(`"sudo true".+"newpi-self-test".* guard --cli ${cli}\n`));
    });
  });
}

const bad = [
  { name: "lets everything pass", script: "exit 0", want: /did not refuse "sudo true"/ },
  { name: "crashes", script: "echo boom >&2; exit 1", want: /boom/ },
  { name: "talks nonsense", script: "echo maybe", want: /did not refuse/ },
  { name: "does not answer", script: "exec sleep 60", want: /did not answer within 0.2 seconds/ },
];
for (const { name, script, want } of bad) {
  for (const cli of clis) {
    Deno.test(`guardChecker() refuses ${cli} with a guard that ${name} (T7)`, options, async () => {
      await withGuard(script, async (cmd) => {
        const check = guardChecker({ answerMs: 200, keptMs: 60_000 });
        assert.match(await check({ cmd, args: [], runDir: "/none" }, cli, env) ?? "", want);
      });
    });
  }
}

Deno.test("guardChecker() refuses a guard that is missing or may not be run (T7)", options, async () => {
  const check = guardChecker();
  const missing = { cmd: "/nowhere/guard", args: [], runDir: "/none" };
  assert.match(await check(missing, "claude", env) ?? "", /"\/nowhere\/guard" is missing or may not be run/);
  await withGuard("exit 2", async (cmd) => {
    assert.match(await check({ ...missing, cmd }, "claude", env) ?? "", /may not be run/);
  }, 0o644);
});

Deno.test(
  "guardChecker() keeps a good answer until the program changes, and no bad one",
  options,
  async () => {
    await withGuard("exit 2", async (cmd, asked) => {
      const check = guardChecker();
      const guard = { cmd, args: [], runDir: "/none" };
      const times = () => asked().split("self-test").length - 1;
      await check(guard, "claude", env);
      await check({ ...guard, runDir: "/other" }, "claude", env);
      assert.equal(times(), 1);
      await check(guard, "codex", env);
      assert.equal(times(), 2, "each CLI asks in its own form");
      await Deno.utime(cmd, new Date(), new Date(Date.now() + 5000));
      await check(guard, "claude", env);
      assert.equal(times(), 3);
      await Deno.writeTextFile(cmd, "#!/bin/sh\nexit 0\n");
      assert.notEqual(await check(guard, "claude", env), null);
      assert.notEqual(await check(guard, "claude", env), null);
    });
  },
);
