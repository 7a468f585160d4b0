import assert from "node:assert/strict";
import { Event } from "../../internal/contract/log.ts";
import { BINARY, openCli } from "../support/binary.ts";

Deno.test("events of a fresh home are none, and looking makes nothing", async () => {
  await using cli = await openCli();
  for (const args of [[], ["--json"], ["--kind", "user.message"]]) {
    const { code, stdout, stderr } = await cli.run(["events", ...args]);
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  }
  await assert.rejects(Deno.stat(cli.home.root), Deno.errors.NotFound);
});

Deno.test("events shows the newest ones, oldest first, and filters before it counts", async () => {
  await using cli = await openCli();
  const names = Array.from({ length: 4 }, (_, index) => `f${index}.txt`);
  for (const name of names) await cli.run(["chat", "--agent", "demo", `WRITE ${name}: x`]);
  const seqs = async (...args: string[]) =>
    (await cli.run(["events", "--json", ...args])).jsonLines().map((line) => Event.parse(line).seq);
  const all = await seqs("--tail", "1000");
  assert.deepEqual(all, all.map((_, index) => index + 1));
  assert.ok(all.length > 40);
  assert.deepEqual(await seqs(), all.slice(-20));
  assert.deepEqual(await seqs("--tail", "3"), all.slice(-3));
  const kinds = async (...args: string[]) =>
    (await cli.run(["events", "--json", ...args])).jsonLines().map((line) => Event.parse(line).kind);
  assert.deepEqual(await kinds("--tail", "2", "--kind", "run.started"), ["run.started", "run.started"]);
  assert.equal((await kinds("--kind", "run.started,run.finished")).length, 8);
  assert.deepEqual(await kinds("--kind", "no.such"), []);
  const [created] = (await cli.run(["events", "--json", "--kind", "work_item.created"])).jsonLines();
  const item = Event.parse(created).workItemId ?? "";
  const ofItem = (await cli.run(["events", "--json", "--item", item, "--tail", "500"])).jsonLines().map((
    line,
  ) => Event.parse(line));
  assert.ok(ofItem.length > 8 && ofItem.every((event) => event.workItemId === item));
  const onMain = (await cli.run(["events", "--json", "--thread", "main", "--tail", "500"])).jsonLines();
  assert.ok(onMain.every((line) => line.threadId === "main"));
  const text = (await cli.run(["events", "--tail", "1"])).stdout;
  assert.match(text, /^\d+ \d{4}-\d\d-\d\dT[\d:.]+Z agent\.reply wi_\w+ \{"text":/);
});

Deno.test("events works while newpi runs, and after it was killed", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  await fetch(`${served.url}/api/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
    body: JSON.stringify({ text: "hi", runAs: { agent: "demo" } }),
  }).then((answer) => answer.body?.cancel());
  const before = await cli.run(["events", "--json", "--kind", "user.message"]);
  await served.stop("SIGKILL");
  const after = await cli.run(["events", "--json", "--kind", "user.message"]);
  assert.equal(before.jsonLines().length, 1);
  assert.deepEqual(after.jsonLines(), before.jsonLines());
});

Deno.test("events --follow goes on with what comes, and ends well when it is stopped", async () => {
  await using cli = await openCli();
  await cli.run(["chat", "--agent", "demo", "WRITE a.txt: a"]);
  const follow = cli.spawn(["events", "--follow", "--tail", "1", "--kind", "run.finished", "--json"]);
  await follow.line(/run\.finished/);
  await cli.run(["chat", "--agent", "demo", "WRITE b.txt: b"]);
  await follow.line(/b\.txt/);
  follow.process.kill("SIGINT");
  const { code, jsonLines } = await follow.output;
  assert.equal(code, 0);
  assert.deepEqual(jsonLines().map(({ kind }) => kind), ["run.finished", "run.finished"]);
});

Deno.test("whoever stops reading has heard enough", async () => {
  if (Deno.build.os === "windows") return;
  await using cli = await openCli();
  for (let i = 0; i < 3; i++) {
    await cli.run(["chat", "--agent", "demo", `WRITE f${i}.txt: ${"x".repeat(50_000)}`]);
  }
  for (const args of ["events --tail 1000", "events --tail 1000 --json", "help", "items --json"]) {
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", `"$0" ${args} | head -c 5; sleep 0.2`, BINARY],
      env: { NEWPI_HOME: cli.home.root },
    }).output();
    assert.equal(stdout.length, 5, args);
    assert.equal(new TextDecoder().decode(stderr), "", args);
  }
});

Deno.test("items says how to begin, then what there is", async () => {
  await using cli = await openCli();
  const empty = await cli.run(["items"]);
  assert.deepEqual([empty.code, /^No tasks\. Make one: newpi chat/.test(empty.stdout)], [0, true]);
  assert.deepEqual((await cli.run(["items", "--json"])).json(), { items: [] });
  await cli.run(["chat", "--agent", "demo", "ASK: Which colour?"]);
  assert.match((await cli.run(["items"])).stdout, /^wi_\w+ {2}waiting {3}\S/);
});
