import assert from "node:assert/strict";
import { type Child, type ChildSpec, RUN_ID, settlesWithin, spawnGroup, sweepRun } from "./process.ts";

const POSIX = Deno.build.os !== "windows";
const env = { PATH: Deno.env.get("PATH") ?? "" };

function sh(script: string, more: Partial<ChildSpec> = {}): Child {
  const runId = `run_${crypto.randomUUID().slice(0, 8)}`;
  return spawnGroup({ cmd: "sh", args: ["-c", script], cwd: Deno.cwd(), env, runId, ...more });
}

/** The first line, once it is there; the rest is read and thrown away. */
async function firstLine(child: Child): Promise<string> {
  const lines = child.lines();
  const next = await lines.next();
  assert.equal(next.done, false, "the child printed nothing");
  child.exited.then(() => Array.fromAsync(lines));
  return next.value ?? "";
}

function isAlive(pid: number): boolean {
  try {
    // A process that ended but was not collected by its parent is state Z.
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

const notLinux = Deno.build.os !== "linux";

Deno.test({
  name: "spawnGroup() gives the child its environment and nothing else",
  ignore: !POSIX,
  async fn() {
    const child = sh("env", { env: { ...env, ONE: "1" }, runId: "run_env" });
    const lines = await Array.fromAsync(child.lines());
    await child.gone;
    const names = lines.map((line) => line.split("=")[0]).filter((name) =>
      !["_", "PWD", "SHLVL"].includes(name ?? "")
    );
    assert.deepEqual(names.toSorted(), [RUN_ID, "ONE", "PATH"].toSorted());
    assert.ok(lines.includes("NEWPI_RUN_ID=run_env"));
  },
});

Deno.test({
  name: "spawnGroup() reports code, lines and the end of stderr",
  ignore: !POSIX,
  async fn() {
    const child = sh(
      `read line; echo "got $line"; printf last; yes 123456789 | head -n 2000 >&2; echo end >&2; exit 3`,
    );
    assert.equal(await child.write("hello\n"), true);
    assert.deepEqual(await Array.fromAsync(child.lines()), ["got hello", "last"]);
    assert.deepEqual(await child.gone, { code: 3, signal: null });
    assert.match(child.stderrTail(), /^[\d\n]{1,4092}\nend$/);
    assert.equal(await child.write("too late\n"), false);
  },
});

Deno.test("spawnGroup() throws when there is no such program", () => {
  assert.throws(
    () => spawnGroup({ cmd: "/nowhere/agent", args: [], cwd: Deno.cwd(), env, runId: "run_none" }),
    Deno.errors.NotFound,
  );
});

Deno.test({
  name: "Child.stop() lets a child clean up",
  ignore: !POSIX,
  async fn() {
    const child = sh(`trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.05; done`);
    const lines = child.lines();
    assert.equal((await lines.next()).value, "ready");
    const [rest] = await Promise.all([Array.fromAsync(lines), child.stop()]);
    assert.deepEqual(rest, ["bye"]);
    assert.deepEqual(await child.exited, { code: 7, signal: null });
  },
});

Deno.test({
  name: "Child.stop() kills a child that ignores TERM, and its group",
  ignore: notLinux,
  async fn() {
    const child = sh(`trap '' TERM; sleep 60 & echo $!; while :; do sleep 0.05; done`);
    const helper = Number(await firstLine(child));
    const began = performance.now();
    await child.stop();
    assert.equal((await child.exited).signal, "SIGKILL");
    assert.ok(performance.now() - began >= 2900, "TERM must be given three seconds");
    assert.equal(isAlive(helper), false);
  },
});

Deno.test({
  name: "Child.stop() ends a helper in a session of its own that ignores TERM and holds stdout",
  ignore: notLinux,
  async fn() {
    const child = sh(`setsid sh -c 'trap "" TERM; echo $$; while :; do sleep 0.05; done' & wait`);
    const helper = Number(await firstLine(child));
    await child.stop();
    assert.equal(isAlive(helper), false);
  },
});

Deno.test({
  name: "Child.kill() leaves no helper either (T3)",
  ignore: notLinux,
  async fn() {
    const child = sh(`setsid sleep 60 & echo $!; wait`);
    const helper = Number(await firstLine(child));
    await child.kill();
    assert.deepEqual((await child.exited).signal, "SIGKILL");
    assert.equal(isAlive(helper), false);
  },
});

Deno.test({
  name: "Child.gone ends helpers of a child that ended by itself",
  ignore: notLinux,
  async fn() {
    const child = sh(`sleep 60 & echo $!; setsid sleep 60 & echo $!`);
    const helpers = (await Array.fromAsync(child.lines())).map(Number);
    assert.deepEqual(await child.gone, { code: 0, signal: null });
    assert.deepEqual(helpers.map(isAlive), [false, false]);
  },
});

Deno.test({
  name: "Child.stop() settles when the child ended long ago (T4)",
  ignore: !POSIX,
  async fn() {
    const child = sh("exit 0");
    await Array.fromAsync(child.lines());
    await child.gone;
    assert.equal(await settlesWithin(Promise.all([child.stop(), child.kill()]), 1000), true);
  },
});

Deno.test({
  name: "sweepRun() spares a process older than the run and other runs",
  ignore: notLinux,
  async fn() {
    const ours = sh("echo ready; sleep 60", { runId: "run_sweep_a" });
    const other = sh("echo ready; sleep 60", { runId: "run_sweep_ab" });
    await Promise.all([firstLine(ours), firstLine(other)]);
    assert.equal(await sweepRun("run_sweep_a", Date.now() + 60_000), 0);
    assert.ok(await sweepRun("run_sweep_a", ours.startedAtMs) > 0);
    assert.equal((await ours.exited).signal, "SIGKILL");
    assert.equal(isAlive(other.pid), true);
    await Promise.all([other.kill(), ours.gone]);
  },
});

Deno.test({
  name: "sweepRun() spares the sweeper and its ancestors, not its siblings",
  ignore: notLinux,
  async fn() {
    const module = new URL("./process_sweep.ts", import.meta.url).href;
    const code = `import { sweepRun } from "${module}"; console.log(await sweepRun("run_self", 0));`;
    // The last command keeps the shell from replacing itself by deno: it has to stay an ancestor.
    const script = `setsid sleep 60 & echo $!; "$DENO" eval --no-lock '${code}'; echo survived`;
    const child = sh(script, { env: { ...env, DENO: Deno.execPath() }, runId: "run_self" });
    const [helper, ended, survived] = await Array.fromAsync(child.lines());
    assert.equal(await child.exited.then(({ code }) => code), 0, child.stderrTail());
    assert.deepEqual([ended, survived], ["1", "survived"]);
    assert.equal(isAlive(Number(helper)), false);
    await child.gone;
  },
});

Deno.test("sweepRun() refuses a run without an id", async () => {
  await assert.rejects(() => sweepRun("", 0), RangeError);
});
