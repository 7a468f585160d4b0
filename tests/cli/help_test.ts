import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { BINARY, openCli } from "../support/binary.ts";

const COMMANDS = [
  "open",
  "serve",
  "chat",
  "cancel",
  "items",
  "events",
  "agents",
  "model",
  "doctor",
  "guard",
  "licenses",
];

Deno.test("help shows every command, by every name of it", async () => {
  await using cli = await openCli();
  const { code, stdout, stderr } = await cli.run(["help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const command of [...COMMANDS, "version", "help"]) {
    assert.match(stdout, new RegExp(`newpi ${command}\\b`));
  }
  assert.doesNotMatch(stdout, /_demo-agent/);
  for (const name of ["--help", "-h"]) assert.equal((await cli.run([name])).stdout, stdout);
});

Deno.test("version says which one it is, by every name of it", async () => {
  await using cli = await openCli();
  for (const name of ["version", "--version", "-V"]) {
    const { code, stdout } = await cli.run([name]);
    assert.deepEqual([code, stdout], [0, `newpi ${config.version}\n`]);
  }
});

Deno.test("help of a command says the same as that command", async () => {
  await using cli = await openCli();
  assert.equal((await cli.run(["help", "chat"])).stdout, (await cli.run(["chat", "--help"])).stdout);
  const { code, stderr } = await cli.run(["help", "chatt"]);
  assert.deepEqual([code, /did you mean "newpi chat"/.test(stderr)], [2, true]);
});

Deno.test("what the system refuses is told without a stack", async () => {
  if (Deno.build.os !== "linux") return;
  await using cli = await openCli();
  const full = await new Deno.Command("sh", {
    args: ["-c", 'exec "$0" version > /dev/full', BINARY],
    stderr: "piped",
  }).output();
  assert.equal(full.code, 6);
  assert.match(
    new TextDecoder().decode(full.stderr),
    /^newpi: No space left on device [^\n]*\[SYSTEM_REFUSED\]\n$/,
  );
  const busy = await cli.run(["serve", "--addr", "203.0.113.1:80"]);
  assert.equal(busy.code, 2);
  assert.match(busy.stderr, /^newpi: Cannot listen on 203\.0\.113\.1:80: [^\n]*\[ADDRESS_INVALID\]\n$/);
});

Deno.test("every command says what it does, without doing it", async () => {
  await using cli = await openCli();
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await cli.run([command, "--help"]);
    assert.deepEqual([command, code, stderr], [command, 0, ""]);
    assert.match(stdout, new RegExp(`^Usage: newpi ${command}`), command);
  }
  await assert.rejects(Deno.stat(cli.home.root), Deno.errors.NotFound);
});

const unknown: [word: string, hint: RegExp][] = [
  ["chatt", /did you mean "newpi chat"\?/],
  ["event", /did you mean "newpi events"\?/],
  ["docter", /did you mean "newpi doctor"\?/],
  ["servr", /did you mean "newpi serve"\?/],
  ["--verison", /did you mean|"newpi help" lists them/],
  ["xylophone", /"newpi help" lists them/],
  ["toString", /"newpi help" lists them/],
  ["x".repeat(100_000), /"newpi help" lists them/],
];
for (const [word, hint] of unknown) {
  Deno.test(`"newpi ${word.slice(0, 20)}" is refused with what it may have meant`, async () => {
    await using cli = await openCli();
    const { code, stdout, stderr } = await cli.run([word]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, hint);
    assert.match(stderr, /\[UNKNOWN_COMMAND\]$/m);
    assert.doesNotMatch(stderr, /_demo-agent/);
  });
}

const wrong: string[][] = [
  ["chat"],
  ["chat", "--nothing", "hi"],
  ["chat", "--agent"],
  ["chat", "--agent", "nobody", "hi"],
  ["chat", "--timeout", "0", "hi"],
  ["chat", "--timeout", "soon", "hi"],
  ["events", "--tail", "0"],
  ["events", "--tail", "-1"],
  ["events", "--tail", "1.5"],
  ["events", "--item", "nothing"],
  ["events", "too", "much"],
  ["items", "--everything"],
  ["serve", "--port", "1"],
  ["serve", "--addr", "nowhere"],
  ["doctor", "--fix"],
  ["version", "--loud"],
  ["help", "nothing"],
];
Deno.test("flags that do not exist, and values that cannot be, are refused before anything is done", async () => {
  await using cli = await openCli();
  for (const args of wrong) {
    const { code, stdout, stderr } = await cli.run(args);
    const isFree = args[0] === "version";
    assert.deepEqual([args, code, stdout === "" || isFree], [args, isFree ? 0 : 2, true], stderr);
    if (!isFree) assert.match(stderr, /^newpi: .+ \[[A-Z_]+\]$/m);
  }
  await assert.rejects(Deno.stat(cli.home.database), Deno.errors.NotFound);
});

Deno.test("with --json a refusal is JSON with a code", async () => {
  await using cli = await openCli();
  for (
    const args of [["items", "--json", "--nothing"], ["events", "--json", "--tail", "x"], ["chat", "--json"]]
  ) {
    const { code, stdout, stderr } = await cli.run(args);
    assert.deepEqual([code, stdout], [2, ""]);
    const { ok, error } = JSON.parse(stderr);
    assert.deepEqual([ok, error.code], [false, "USAGE"]);
  }
});

Deno.test("licenses names what the program is made of", async () => {
  await using cli = await openCli();
  const { code, stdout } = await cli.run(["licenses"]);
  assert.equal(code, 0);
  for (const name of ["hono", "zod", "preact", "Deno"]) assert.match(stdout, new RegExp(name, "i"));
});

for (
  const [name, value] of [["NEWPI_MAX_TURNS", "many"], ["NEWPI_QUIET_SEC", "0"], [
    "NEWPI_API_TOKEN",
    "short",
  ]] as const
) {
  Deno.test(`${name}="${value}" stops a start, and a command that needs one says why`, async () => {
    await using cli = await openCli();
    const env = { [name]: value };
    const served = await cli.run(["serve", "--addr", "127.0.0.1:0"], { env });
    assert.equal(served.code, 2);
    assert.match(served.stderr, new RegExp(`${name}.*\\[ENVIRONMENT_INVALID\\]`));
    const asked = await cli.run(["agents"], { env });
    assert.equal(asked.code, 6);
    assert.match(asked.stderr, new RegExp(`Cannot start newpi in the background: .*${name}`));
    if (name === "NEWPI_API_TOKEN") assert.doesNotMatch(served.stderr + asked.stderr, /"short"/);
    const examined = await cli.run(["doctor", "--json"], { env });
    assert.equal(examined.code, 1);
    const environment = examined.json().checks.find((check: { name: string }) =>
      check.name === "environment"
    );
    assert.deepEqual([environment.ok, typeof environment.advice], [false, "string"]);
  });
}
