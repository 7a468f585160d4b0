import assert from "node:assert/strict";
import { startServer } from "../../tests/support/server.ts";
import { tempHome } from "../../tests/support/temp.ts";
import { createHome } from "../kernel/paths.ts";
import { findRuntime } from "./mod.ts";

Deno.test("findRuntime() finds the runtime of a home, and none once it has ended", async () => {
  await using test = await startServer();
  const address = await findRuntime(test.home);
  assert.deepEqual([address?.url, address?.token, address?.pid], [test.url, test.token, Deno.pid]);
  await test.server.close();
  assert.equal(await findRuntime(test.home), undefined);
});

const files: [name: string, text: string][] = [
  ["an empty file", ""],
  ["a file that a crash cut", '{"url":"http://127.0.0.1:2718","tok'],
  ["a file of another form", '{"url":"nowhere","token":1}'],
  ["a list", "[]"],
  ["an address that nobody answers at", '{"url":"http://127.0.0.1:1","token":"t","pid":1}'],
];
for (const [name, text] of files) {
  Deno.test(`findRuntime() finds none in ${name}`, async () => {
    await using home = await tempHome();
    await createHome(home);
    await Deno.writeTextFile(home.runtimeJson, text);
    assert.equal(await findRuntime(home), undefined);
  });
}

Deno.test("findRuntime() finds none where the token is not the right one any more", async () => {
  await using test = await startServer();
  const file = JSON.parse(await Deno.readTextFile(test.home.runtimeJson));
  await Deno.writeTextFile(test.home.runtimeJson, JSON.stringify({ ...file, token: "of an earlier one" }));
  assert.equal(await findRuntime(test.home), undefined);
});

Deno.test("findRuntime() does not take another program for newpi, though it says yes to everything", async () => {
  await using home = await tempHome();
  await createHome(home);
  for (const body of ["hello", "{}", '{"pid":1}']) {
    await using other = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(body),
    );
    const url = `http://127.0.0.1:${other.addr.port}`;
    await Deno.writeTextFile(home.runtimeJson, JSON.stringify({ url, token: "t", pid: 7 }));
    assert.equal(await findRuntime(home), undefined, body);
  }
});
