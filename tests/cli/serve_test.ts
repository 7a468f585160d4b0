import assert from "node:assert/strict";
import { delay } from "../../internal/kernel/clock.ts";
import { homePaths } from "../../internal/kernel/paths.ts";
import { openCli, processEnds, runtimePid } from "../support/binary.ts";
import { exists } from "../support/files.ts";
import { openStream } from "../support/stream.ts";

Deno.test("a second newpi on one home refuses, and says who is there and how to reach it", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  const second = await cli.run(["serve", "--addr", "127.0.0.1:0"]);
  assert.equal(second.code, 5);
  assert.match(second.stderr, /\[RUNTIME_BUSY\]/);
  assert.ok(second.stderr.includes(String(served.pid)) && second.stderr.includes(served.url), second.stderr);
  assert.match(second.stderr, /newpi open/);
  assert.equal(
    (await fetch(`${served.url}/health`).then((answer) => answer.json())).ok,
    true,
    "the first goes on",
  );
  assert.equal(await served.stop(), 0);
});

Deno.test("a newpi that was killed leaves no lock, and its address is known to be stale", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  await served.stop("SIGKILL");
  assert.ok(await exists(cli.home.runtimeJson));
  const examined = await cli.run(["doctor", "--json"]);
  const runtime = examined.json().checks.find((check: { name: string }) => check.name === "runtime");
  assert.match(runtime.detail, /did not end by itself/);
  const agents = await cli.run(["agents"]);
  assert.equal(agents.code, 0, agents.stderr);
  assert.notEqual(await runtimePid(cli.home), served.pid);
});

Deno.test("an address that another program has is refused by name", async () => {
  await using cli = await openCli();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { code, stderr } = await cli.run(["serve", "--addr", `127.0.0.1:${taken.addr.port}`]);
  assert.equal(code, 6);
  assert.match(
    stderr,
    new RegExp(`Cannot listen on 127\\.0\\.0\\.1:${taken.addr.port}.*\\[ADDRESS_IN_USE\\]`),
  );
  assert.equal(await exists(cli.home.runtimeJson), false);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} ends newpi within five seconds, with a run at work and somebody listening`, async () => {
    await using cli = await openCli();
    const served = await cli.serve();
    const authorization = `Bearer ${served.token}`;
    await using stream = await openStream(`${served.url}/api/events/stream`, { authorization });
    const idle = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(served.url).port) });
    await fetch(`${served.url}/api/chat`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ text: "RUN: echo $$ > pid; exec sleep 600", runAs: { agent: "demo" } }),
    }).then((answer) => answer.body?.cancel());
    let event = JSON.parse((await stream.nextOf("event")).data);
    while (event.kind !== "side_effect.intent") event = JSON.parse((await stream.nextOf("event")).data);
    const startedAt = performance.now();
    assert.equal(await served.stop(signal), 0);
    assert.ok(performance.now() - startedAt < 5000);
    idle.close();
    assert.equal(await exists(cli.home.runtimeJson), false);
    const pidFile = `${cli.home.workspaces}/${event.workItemId}/pid`;
    if (await exists(pidFile)) await processEnds(Number(await Deno.readTextFile(pidFile)), 1000);
    const finished = (await cli.run(["events", "--json", "--kind", "run.finished"])).jsonLines();
    assert.deepEqual(finished.map(({ payload }) => (payload as { outcome: string }).outcome), ["lost"]);
    const examined = await cli.run(["doctor"]);
    assert.equal(examined.code, 0, examined.stdout);
  });
}

Deno.test("newpi alone prints an address that signs in where there is no display, and serves on", async () => {
  await using cli = await openCli();
  const started = cli.spawn([], { env: { NEWPI_ADDR: "127.0.0.1:0" } });
  const [, url = ""] = await started.line(/is ready: (\S+)/);
  const answer = await fetch(url, { redirect: "manual" });
  assert.deepEqual([answer.status, /HttpOnly/.test(answer.headers.get("set-cookie") ?? "")], [303, true]);
  await answer.body?.cancel();
  const printed = await cli.run(["open", "--print"]);
  assert.match(printed.stdout, /^http:\/\/127\.0\.0\.1:\d+\/\?code=[0-9a-f]{40}\n$/);
  const second = await cli.run([]);
  assert.match(second.stdout, /already running: http/);
  started.process.kill("SIGTERM");
  assert.equal((await started.output).code, 0);
});

Deno.test("what newpi prints holds a code and never the token", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  const { stdout } = await cli.run(["open", "--print"]);
  assert.ok(!stdout.includes(served.token));
  const log = await Deno.readTextFile(`${cli.home.logs}/newpi.log`);
  assert.ok(!log.includes(served.token));
  if (Deno.build.os === "linux") {
    assert.ok(!(await Deno.readTextFile(`/proc/${served.pid}/cmdline`)).includes(served.token));
  }
  await served.stop();
});

Deno.test("a home may have any name", async () => {
  await using cli = await openCli();
  const NEWPI_HOME = `${cli.home.root} 'my' "home" ä 数 %20 $HOME #?`;
  const env = { NEWPI_HOME };
  const { code, stderr } = await cli.run(["chat", "--agent", "demo", "WRITE hello.txt: hi"], { env });
  assert.equal(code, 0, stderr);
  const [card] = (await cli.run(["items", "--json"], { env })).json().items;
  assert.equal(await Deno.readTextFile(`${card.item.workspace}/hello.txt`), "hi");
  assert.ok(card.item.workspace.startsWith(NEWPI_HOME));
  assert.equal((await cli.run(["doctor"], { env })).code, 0);
  const pid = await runtimePid(homePaths(NEWPI_HOME)) ?? assert.fail("it has ended");
  Deno.kill(pid, "SIGTERM");
  await processEnds(pid);
});

Deno.test("newpi that is told to stop while it starts, stops, and leaves nothing", async () => {
  await using cli = await openCli();
  for (const ms of [20, 60, 120, 180, 240]) {
    const started = cli.spawn(["serve", "--addr", "127.0.0.1:0"]);
    await delay(ms); // any moment of a start will do
    started.process.kill("SIGTERM");
    const { code, stderr } = await started.output;
    // Before it listens for signals the system ends it.
    assert.ok([0, 143].includes(code), `${ms} ms: ${code} ${stderr}`);
    assert.equal(await exists(cli.home.runtimeJson), false, `${ms} ms`);
  }
  assert.equal((await cli.run(["doctor"])).code, 0);
});
