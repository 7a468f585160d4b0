import { fromFileUrl } from "@std/path";
import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { tryLock } from "./lock.ts";

const HOLDER = fromFileUrl(new URL("../../tests/support/hold_lock.ts", import.meta.url));

/** Another process that tries to take the lock. */
async function otherProcess(path: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", HOLDER, path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const stdout = child.stdout.getReader();
  const said = new TextDecoder().decode((await stdout.read()).value).trim();
  async function end(signal?: Deno.Signal) {
    if (signal !== undefined) child.kill(signal);
    await child.stdin.close().catch(() => {});
    await child.status;
    await stdout.cancel();
  }
  return { said, end };
}

Deno.test("tryLock() gives the lock to one process at a time, and SIGKILL frees it (T14)", async () => {
  await using dir = await tempDir();
  const path = dir.at("runtime.lock");
  const first = await otherProcess(path);
  assert.equal(first.said, "held");
  const startedAt = performance.now();
  assert.equal(tryLock(path), undefined);
  assert.ok(performance.now() - startedAt < 3000, "it must not wait");
  const second = await otherProcess(path);
  assert.equal(second.said, "busy");
  await second.end();
  assert.equal(tryLock(path), undefined, "whoever was refused must not have freed it");
  await first.end("SIGKILL");
  using lock = tryLock(path);
  assert.notEqual(lock, undefined);
});

Deno.test("tryLock() gives it once within a process too, and again once it was let go", async () => {
  await using dir = await tempDir();
  const path = dir.at("runtime.lock");
  const lock = tryLock(path);
  assert.ok(lock !== undefined);
  assert.equal(tryLock(path), undefined);
  const other = await otherProcess(path);
  assert.equal(other.said, "busy", "a refused try in this process must not have freed it");
  await other.end();
  lock.release();
  lock.release();
  using again = tryLock(path);
  assert.notEqual(again, undefined);
  lock.release();
  assert.equal(tryLock(path), undefined, "a lock that was let go long ago frees nothing");
});

Deno.test("tryLock() leaves one file that only its owner can read", async () => {
  await using dir = await tempDir();
  using _lock = tryLock(dir.at("runtime.lock"));
  assert.deepEqual([...Deno.readDirSync(dir.path)].map((entry) => entry.name), ["runtime.lock"]);
  if (Deno.build.os !== "windows") {
    assert.equal((Deno.statSync(dir.at("runtime.lock")).mode ?? 0) & 0o777, 0o600);
  }
});

Deno.test("tryLock() says when the lock cannot be had for another reason", async () => {
  await using dir = await tempDir();
  assert.throws(() => tryLock(dir.at("missing", "runtime.lock")), /unable to open/);
});
