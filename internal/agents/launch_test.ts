import assert from "node:assert/strict";
import { join } from "@std/path";
import { claudeDriver } from "./claude/driver.ts";
import type { AgentEvent, AgentResult, AgentSession, StartSpec } from "./driver.ts";
import { guardChecker } from "./guard_check.ts";
import { openProgram } from "./program.ts";
import { sessionLocks } from "./session_locks.ts";

const options = { ignore: Deno.build.os === "windows" };
const PATH = Deno.env.get("PATH") ?? "";

const init = JSON.stringify({ type: "system", subtype: "init", session_id: "s1" });
const success = JSON.stringify({ type: "result", subtype: "success", is_error: false, result: "Done." });
const replay = `sed 's/"type":"user"/"type":"user","isReplay":true/'`;
/** Takes one message in, answers it, and ends when nothing more comes. */
const ANSWER =
  `read -r first; echo '${init}'; printf '%s\\n' "$first" | ${replay}; echo '${success}'; cat >/dev/null`;
const DENY = "cat >/dev/null; exit 2";

/** A folder with a fake `claude` on a PATH of its own; the script notes its arguments and environment. */
async function stage(
  use: (place: Stage) => Promise<void>,
  script = ANSWER,
) {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  try {
    const note = `printf '%s\\n' "$@" > '${dir}/args'; env > '${dir}/env'`;
    const version = `[ "$1" = --version ] && { echo '2.1.332 (Claude Code)'; exit; }`;
    await Deno.mkdir(join(dir, "bin"));
    await Deno.mkdir(join(dir, "run"));
    await executable(join(dir, "bin", "claude"), `${version}\n${note}\n${script}`);
    await executable(join(dir, "guard"), DENY);
    await use({ dir, start: starter(dir), read: (name) => Deno.readTextFileSync(join(dir, name)) });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

interface Stage {
  dir: string;
  start(more?: Partial<StartSpec>): AgentSession;
  read(name: string): string;
}

const executable = (path: string, script: string) =>
  Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });

function starter(dir: string): Stage["start"] {
  const env = { PATH, HOME: dir };
  const path = () => Promise.resolve(`${join(dir, "bin")}:${PATH}`);
  const program = openProgram({ kind: "claude", name: "claude", env, path });
  const driver = claudeDriver({
    program,
    locks: sessionLocks(),
    checkGuard: guardChecker(),
  });
  return (more) =>
    driver.start({
      runId: `run_${crypto.randomUUID().slice(0, 8)}`,
      role: "worker",
      charter: "",
      prompt: "Go",
      messageId: crypto.randomUUID(),
      cwd: dir,
      env,
      timeoutMs: 20_000,
      guard: { cmd: join(dir, "guard"), args: [], runDir: join(dir, "run") },
      ...more,
    });
}

async function follow(session: AgentSession): Promise<{ events: AgentEvent[]; result: AgentResult }> {
  return { events: await Array.fromAsync(session.events), result: await session.result };
}

function wasStarted(dir: string): boolean {
  return [...Deno.readDirSync(dir)].some(({ name }) => name === "args");
}

Deno.test(
  "launch() starts the CLI with its guard's folder and every folder that may hold programs",
  options,
  () =>
    stage(async ({ dir, start, read }) => {
      const { result } = await follow(start());
      assert.deepEqual([result.ok, result.text, result.sessionId], [true, "Done.", "s1"]);
      assert.match(read("env"), new RegExp(`^NEWPI_RUN_DIR=${dir}/run$`, "m"));
      assert.match(read("env"), new RegExp(`^PATH=.+:${dir}/bin$`, "m"));
      assert.match(read("args"), new RegExp(`"command":"${dir}/guard --cli claude"`));
    }),
);

Deno.test(
  "launch() starts nothing when the guard does not work (T7)",
  options,
  () =>
    stage(async ({ dir, start }) => {
      await Deno.chmod(join(dir, "guard"), 0o644);
      const { events, result } = await follow(start());
      assert.deepEqual([events, result.ok, result.lost], [[], false, false]);
      assert.match(
        result.error ?? "",
        /^Nothing was started, because the guard does not work: .+may not be run$/,
      );
      assert.equal(wasStarted(dir), false);
    }),
);

Deno.test("launch() says which program is missing", options, () =>
  stage(async ({ dir, start }) => {
    await Deno.remove(join(dir, "bin", "claude"));
    const { result } = await follow(start());
    assert.match(result.error ?? "", /^Cannot start claude: claude is not installed/);
    const { result: chosen } = await follow(start({ binary: join(dir, "nothing") }));
    assert.match(chosen.error ?? "", /nothing" is no program$/);
  }));

Deno.test(
  "launch() takes the program that the person chose",
  options,
  () =>
    stage(async ({ dir, start, read }) => {
      const binary = join(dir, "other claude");
      await Deno.rename(join(dir, "bin", "claude"), binary);
      const { result } = await follow(start({ binary, guard: null }));
      assert.equal(result.ok, true);
      assert.doesNotMatch(read("env"), /NEWPI_RUN_DIR/);
    }),
);

Deno.test(
  "launch() lets no second run go on with a session that is at work",
  options,
  () =>
    stage(async ({ start }) => {
      const first = start({ resume: "s1" });
      const { result: second } = await follow(start({ resume: "s1" }));
      assert.match(second.error ?? "", /^Session s1 is at work in another run/);
      const { result: other } = await follow(start({ resume: "s2" }));
      assert.equal(other.ok, true);
      assert.equal((await follow(first)).result.ok, true);
      assert.equal((await follow(start({ resume: "s1" }))).result.ok, true, "it is free again");
    }),
);

Deno.test(
  "launch() locks a session as soon as a run says that it has it",
  options,
  () =>
    stage(async ({ start }) => {
      const events = [];
      const first = start();
      for await (const event of first.events) {
        events.push(event.kind);
        if (event.kind !== "session") continue;
        assert.match((await follow(start({ resume: "s1" }))).result.error ?? "", /at work in another run/);
      }
      assert.ok(events.includes("session"));
      await first.result;
    }),
);

Deno.test("launch() stops a run that is stopped before it began", options, () =>
  stage(async ({ start }) => {
    const session = start();
    const following = follow(session);
    await session.interrupt();
    const { result } = await following;
    assert.deepEqual([result.ok, result.cancelled], [false, true]);
  }));
