import assert from "node:assert/strict";
import { posixHookCommand, windowsHookCommand } from "./hook_command.ts";

const guard = (cmd: string, ...args: string[]) => ({ cmd, args, runDir: "/runs/r" });

const posix = [
  { cmd: "/opt/newpi/newpi", want: "/opt/newpi/newpi guard --cli claude" },
  { cmd: "/Users/ada/My Apps/newpi", want: "'/Users/ada/My Apps/newpi' guard --cli claude" },
  { cmd: "/home/o'brien/$HOME `id`/newpi", want: "'/home/o'\\''brien/$HOME `id`/newpi' guard --cli claude" },
  { cmd: "C:\\Program Files\\newpi.exe", want: "'C:\\Program Files\\newpi.exe' guard --cli claude" },
];
for (const { cmd, want } of posix) {
  Deno.test(`posixHookCommand() quotes ${cmd}`, () => {
    assert.equal(posixHookCommand(guard(cmd, "guard"), "claude"), want);
  });
}

Deno.test({
  name: "posixHookCommand() gives a shell exactly the words it was given",
  ignore: Deno.build.os === "windows",
  async fn() {
    const words = ["a b", "it's", '"q"', "$HOME", "`id`", "\\", "", "*", "é\n2"];
    const command = posixHookCommand(guard("printf", "%s|", ...words), "codex");
    const { stdout } = await new Deno.Command("sh", { args: ["-c", command] }).output();
    assert.equal(new TextDecoder().decode(stdout), [...words, "--cli", "codex", ""].join("|"));
  },
});

const windows = [
  { cmd: "C:\\newpi\\newpi.exe", want: "C:\\newpi\\newpi.exe guard --cli codex" },
  { cmd: "C:\\Program Files\\newpi.exe", want: '"C:\\Program Files\\newpi.exe" guard --cli codex' },
  { cmd: "C:\\R&D (x)\\newpi.exe", want: '"C:\\R&D (x)\\newpi.exe" guard --cli codex' },
];
for (const { cmd, want } of windows) {
  Deno.test(`windowsHookCommand() quotes ${cmd}`, () => {
    assert.equal(windowsHookCommand(guard(cmd, "guard"), "codex"), want);
  });
}
Deno.test("windowsHookCommand() refuses what cmd.exe would expand", () => {
  assert.throws(() => windowsHookCommand(guard("C:\\%PATH%\\newpi.exe"), "codex"), RangeError);
});
