import assert from "node:assert/strict";
import { exists, fileAppears } from "../../tests/support/files.ts";
import { tempDir } from "../../tests/support/temp.ts";
import type { TestOffers } from "../../tests/support/test_worker.ts";
import { workerClient, WorkerError } from "./workers.ts";

const url = new URL("../../tests/support/test_worker.ts", import.meta.url);

Deno.test("workerClient() calls by name, several at a time, in one worker", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path });
  const answers = await Promise.all([
    client.call("add", 1, 2),
    client.call("later", "x"),
    client.call("add", 3, 4),
  ]);
  assert.deepEqual(answers, [3, "x", 7]);
  assert.equal(await client.call("instance"), await client.call("instance"));
  await client.close();
  assert.ok(await exists(dir.at("closed")));
});

Deno.test("workerClient() gives bytes away, also in a list and where two share their memory", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path });
  const whole = new Uint8Array(8);
  const other = new Uint8Array(2);
  assert.deepEqual(await client.call("lengths", [whole, whole.subarray(0, 3)], [other]), [8, 3, 2]);
  assert.deepEqual([whole.length, other.length], [0, 0]);
  await client.close();
});

const failures = [
  { name: "refuse", kind: "limited", code: "TEAPOT", message: "Cannot brew coffee" },
  { name: "break", kind: "internal", code: "INTERNAL", message: "a bug" },
] as const;
for (const { name, kind, code, message } of failures) {
  Deno.test(`workerClient() passes on kind and code of what "${name}" throws, and lives on`, async () => {
    await using dir = await tempDir();
    const client = workerClient<TestOffers>(url, { folder: dir.path });
    const before = await client.call("instance");
    await assert.rejects(client.call(name), (error) => {
      assert.ok(error instanceof WorkerError);
      assert.deepEqual([error.kind, error.code, error.message], [kind, code, message]);
      return true;
    });
    assert.equal(await client.call("instance"), before);
    await client.close();
  });
}

Deno.test("workerClient() refuses what the worker does not offer", async () => {
  await using dir = await tempDir();
  const client = workerClient<Record<string, () => void>>(url, { folder: dir.path });
  await assert.rejects(client.call("nothing"), /offers no "nothing"/);
  await client.close();
});

Deno.test("workerClient() fails the calls under way when the worker dies, and starts another one", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path });
  const before = await client.call("instance");
  const calls = await Promise.allSettled([client.call("die"), client.call("die")]);
  for (const call of calls) {
    assert.ok(call.status === "rejected" && call.reason instanceof WorkerError);
    assert.equal(call.reason.code, "WORKER_STOPPED");
    assert.match(call.reason.message, /out of luck/);
  }
  assert.notEqual(await client.call("instance"), before);
  await client.close();
});

Deno.test("workerClient() fails a call when the worker cannot open", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.at("missing") });
  await assert.rejects(client.call("add", 1, 2), {
    code: "WORKER_STOPPED",
    message: /No such file|cannot find/,
  });
  await client.close();
});

Deno.test("workerClient() ends an idle worker, which may close what it holds, and starts another one", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path }, 20);
  const before = await client.call("instance");
  await fileAppears(dir.at("closed"));
  assert.notEqual(await client.call("instance"), before);
  await client.close();
});

Deno.test("workerClient() starts the worker ahead of the first call when warmed, and ends it when nobody calls", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path }, 20);
  assert.equal(await exists(dir.at("opened")), false);
  client.warm();
  await fileAppears(dir.at("opened"));
  await fileAppears(dir.at("closed"));
  await client.close();
});

Deno.test("workerClient() lets a long call end, also when it is warmed meanwhile", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path }, 20);
  const call = client.call("takes", 200);
  client.warm();
  assert.equal(await call, 200);
  await client.close();
});

Deno.test("workerClient() fails what is under way when it is closed, and may be closed twice", async () => {
  await using dir = await tempDir();
  const client = workerClient<TestOffers>(url, { folder: dir.path });
  const call = assert.rejects(client.call("add", 1, 2), { code: "WORKER_STOPPED" });
  await client.close();
  await call;
  await client.close();
});
