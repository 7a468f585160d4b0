import assert from "node:assert/strict";
import { answerHook } from "./hook.ts";
import { isLookingOnly } from "./mutating.ts";
import { judgeCommand } from "./rules.ts";

const refused: Record<string, string[]> = {
  "privilege.root": [
    "sudo ls",
    "if sudo true; then ls; fi",
    "nice -n 5 sudo a",
    "timeout 5 sudo a",
    "echo `sudo a`",
    'eval "sudo a"',
    "ls | xargs sudo rm",
    "FOO=1 sudo -n true",
    "echo a && doas x",
    "/usr/bin/sudo x",
    "bash -c 'sudo x'",
  ],
  "delete.root": [
    "rm -rf /",
    "RM -RF /",
    "rm -rf //",
    "rm -r -f /.",
    "rm -fr ~",
    'rm -r "$HOME"',
    "cd /tmp; rm -rf /*",
    "sh -c \"sh -c 'rm -rf /'\"",
  ],
  "device.write": ["mkfs.ext4 /dev/sda1", "dd if=a of=/dev/sda", "cat a > /dev/sda"],
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
  "git stash push -f",
  "git log --grep push -f",
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
    want: { stdout: "", stderr: "newpi guard: the call could not be read", exit: 2 },
  },
  {
    caller: "pi",
    input: "{}",
    want: {
      stdout: '{"block":true,"reason":"newpi guard: the call could not be read"}',
      stderr: "",
      exit: 0,
    },
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

const looking: Record<string, boolean> = {
  "cat a; ls -R .newpi 2>&1": true,
  "cat a; rm b": false,
  'echo "a > b"': true,
  "echo 'a > b'": true,
  "echo a > b": false,
  "echo $(rm b)": false,
  "cat a >/dev/null 2>&1 && git log --oneline": true,
  "find . -delete": false,
  "find . -name x": true,
  "sort a": false,
  "git branch -a": true,
  "git branch new": false,
  "git commit -m x": false,
  "if test -f a; then cat a; fi": true,
  'echo "unclosed': false,
  "diff <(ls) <(ls)": false,
};
for (const [line, want] of Object.entries(looking)) {
  Deno.test(`isLookingOnly() says ${want} for ${line}`, () => assert.equal(isLookingOnly(line), want));
}

async function inRunFolder(files: Record<string, string>, use: (folder: string) => void | Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const steps = async (folder: string) =>
  (await Deno.readTextFile(`${folder}/steps.jsonl`)).trimEnd().split("\n").map((line) => JSON.parse(line));

Deno.test("answerHook() records each verdict with the call's id", async () => {
  await inRunFolder({ "run.json": '{"v":1}' }, async (folder) => {
    const run = (command: string, id: string) =>
      answerHook(
        "codex",
        JSON.stringify({ tool_name: "Bash", tool_input: { command }, tool_use_id: id }),
        folder,
      );
    assert.equal(run("touch a", "c1").exit, 0);
    assert.equal(run("sudo a", "c2").exit, 2);
    const seen = (await steps(folder)).map(({ v, callId, verdict, rule }) => [v, callId, verdict, rule]);
    assert.deepEqual(seen, [[1, "c1", "pass", undefined], [1, "c2", "deny", "privilege.root"]]);
  });
});

Deno.test("answerHook() lets nothing change while the person's words are unread, and reading goes on", async () => {
  await inRunFolder({ "run.json": '{"v":1}', "pending-input": "" }, async (folder) => {
    assert.equal(answerHook("codex", call("cat a"), folder).exit, 0);
    assert.equal(answerHook("codex", call("touch a"), folder).exit, 2);
    const write = JSON.stringify({ tool_name: "Write", tool_input: { file_path: "a", content: "" } });
    assert.equal(answerHook("codex", write, folder).exit, 2);
    assert.deepEqual((await steps(folder)).map(({ verdict }) => verdict), ["pass", "wait", "wait"]);
  });
});

const unusable: [string, Record<string, string>][] = [
  ["no run.json", {}],
  ["another version", { "run.json": '{"v":2}' }],
];
for (const [name, files] of unusable) {
  Deno.test(`answerHook() refuses changes and lets reads pass in a run folder with ${name}`, async () => {
    await inRunFolder(files, (folder) => {
      assert.equal(answerHook("codex", call("touch a"), folder).exit, 2);
      assert.equal(answerHook("codex", call("cat a"), folder).exit, 0);
    });
  });
}

Deno.test("answerHook() refuses when the verdict cannot be recorded", () => {
  assert.equal(answerHook("codex", call("cat a"), "/nowhere/at/all").exit, 2);
});

Deno.test("answerHook() reads a command that is given as words", () => {
  const input = JSON.stringify({ tool_name: "shell", tool_input: { command: ["bash", "-lc", "rm -rf /"] } });
  assert.equal(answerHook("codex", input).exit, 2);
  const quoted = JSON.stringify({ tool_name: "shell", tool_input: { command: ["echo", "a; sudo b"] } });
  assert.equal(answerHook("codex", quoted).exit, 0);
});
