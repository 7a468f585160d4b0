import assert from "node:assert/strict";
import { addressesToTry, hostNames, listen, reachableName } from "./listen.ts";

Deno.test("addressesToTry() tries the usual ports of this machine, then any", () => {
  assert.deepEqual(addressesToTry(undefined).map(({ hostname, port }) => `${hostname}:${port}`), [
    "127.0.0.1:2718",
    "127.0.0.1:2719",
    "127.0.0.1:2720",
    "127.0.0.1:2721",
    "127.0.0.1:0",
  ]);
});

const addresses: [text: string, hostname: string, port: number][] = [
  ["127.0.0.1:2718", "127.0.0.1", 2718],
  [":8080", "127.0.0.1", 8080],
  ["localhost:0", "localhost", 0],
  ["0.0.0.0:65535", "0.0.0.0", 65535],
  ["[::1]:2718", "::1", 2718],
  ["my-box.local:1", "my-box.local", 1],
];
for (const [text, hostname, port] of addresses) {
  Deno.test(`addressesToTry() reads ${text}`, () =>
    assert.deepEqual(addressesToTry(text), [{ hostname, port }]));
}

for (
  const text of [
    "",
    "127.0.0.1",
    "2718",
    ":",
    "127.0.0.1:",
    ":65536",
    ":123456",
    "::1:2718",
    "http://127.0.0.1:2718",
    "[::1]",
    ":-1",
    ":1x",
  ]
) {
  Deno.test(`addressesToTry() refuses "${text}" and says what it wants`, () => {
    assert.throws(() => addressesToTry(text), { code: "ADDRESS_INVALID", message: /host:port/ });
  });
}

Deno.test("hostNames() are this machine's own, and the one that was asked for", () => {
  assert.deepEqual([...hostNames("127.0.0.1")], ["127.0.0.1", "localhost", "[::1]"]);
  assert.ok(hostNames("My-Box.local").has("my-box.local"));
  assert.ok(!hostNames("127.0.0.1").has("my-box.local"));
  const everywhere = hostNames("0.0.0.0");
  for (const { address, family } of Deno.networkInterfaces()) {
    if (family === "IPv4") assert.ok(everywhere.has(address));
  }
  assert.ok(!everywhere.has("0.0.0.0"));
});

Deno.test("listen() takes the first address that is free, and says when none is", async () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const busy = { hostname: "127.0.0.1", port: taken.addr.port };
  const server = listen([busy, { hostname: "127.0.0.1", port: 0 }], () => new Response("ok"));
  assert.notEqual(server.addr.port, busy.port);
  assert.equal(await (await fetch(`http://127.0.0.1:${server.addr.port}`)).text(), "ok");
  await server.shutdown();
  assert.throws(() => listen([busy], () => new Response()), {
    code: "ADDRESS_IN_USE",
    message: `Cannot listen on 127.0.0.1:${busy.port}: another program does`,
  });
  taken.close();
});

for (
  const [hostname, want] of [["0.0.0.0", "127.0.0.1"], ["::", "[::1]"], ["::1", "[::1]"], [
    "Box",
    "box",
  ]] as const
) {
  Deno.test(`reachableName() of ${hostname} is ${want}`, () => assert.equal(reachableName(hostname), want));
}
