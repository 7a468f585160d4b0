import assert from "node:assert/strict";
import { answerHook } from "./hook.ts";
import { judgeCommand } from "./rules.ts";

const refused: Record<string, string[]> = {
  "privilege.root": [
    "sudo ls",
    "FOO=1 sudo -n true",
    "echo a && doas x",
    "/usr/bin/sudo x",
    "bash -c 'sudo x'",
  ],
  "delete.root": [
    "rm -rf /",
    "RM -RF /",
    "rm -fr ~",
    'rm -r "$HOME"',
    "cd /tmp; rm -rf /*",
    "sh -c \"sh -c 'rm -rf /'\"",
  ],
  "device.write": ["mkfs.ext4 /dev/sda1", "dd if=a of=/dev/sda"],
  "power.off": ["shutdown -h now", "true; reboot"],
  "git.force_push": ["git push origin main --force", "git -C x push -f", "git push origin +main"],
  "process.forkbomb": [":(){ :|:& };:", "b(){ b|b& }; b"],
};
for (const [rule, lines] of Object.entries(refused)) {
  for (const line of lines) {
    Deno.test(`judgeCommand() refuses ${line}`, () => assert.equal(judgeCommand(line)?.rule, rule));
  }
}

const passed = [
  "rm -rf build",
  'git commit -m "never run rm -rf / or sudo"',
  "echo sudo; grep -r reboot .",
  "git push origin main",
  "git push --force-with-lease origin topic",
  "rm -rf ~/project/build",
  "dd if=a.img of=b.img",
  "cat 'a; sudo b'",
];
for (const line of passed) {
  Deno.test(`judgeCommand() has no opinion about ${line}`, () => assert.equal(judgeCommand(line), undefined));
}

const call = (command: string) => JSON.stringify({ tool_name: "Bash", tool_input: { command } });
const answers = [
  { caller: "claude", input: call("ls"), want: { stdout: "", stderr: "", exit: 0 } },
  { caller: "codex", input: call("ls"), want: { stdout: "", stderr: "", exit: 0 } },
  { caller: "pi", input: call("ls"), want: { stdout: '{"block":false}', stderr: "", exit: 0 } },
  {
    caller: "claude",
    input: "not json",
    want: { stdout: "", stderr: "the call could not be read", exit: 2 },
  },
  {
    caller: "pi",
    input: "{}",
    want: { stdout: '{"block":true,"reason":"the call could not be read"}', stderr: "", exit: 0 },
  },
] as const;
for (const { caller, input, want } of answers) {
  Deno.test(`answerHook() speaks ${caller} for ${input}`, () =>
    assert.deepEqual(answerHook(caller, input), want));
}

Deno.test("answerHook() denies in each caller's form, with what to do instead", () => {
  const claude = JSON.parse(answerHook("claude", call("sudo x")).stdout).hookSpecificOutput;
  assert.equal(claude.permissionDecision, "deny");
  assert.match(claude.permissionDecisionReason, /Instead: .+Nothing in this tool call ran/);
  assert.equal(answerHook("codex", call("sudo x")).exit, 2);
  assert.equal(JSON.parse(answerHook("pi", call("sudo x")).stdout).block, true);
});
