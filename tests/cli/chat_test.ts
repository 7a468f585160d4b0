import { Buffer } from "node:buffer";
import { join } from "@std/path";
import assert from "node:assert/strict";
import { ChatAccepted } from "../../internal/contract/conversation.ts";
import { Event } from "../../internal/contract/log.ts";
import { WorkItemList } from "../../internal/contract/work.ts";
import { PIXEL } from "../support/images.ts";
import { isAlive, openCli, processEnds, runtimePid } from "../support/binary.ts";

const HELLO = ["chat", "--agent", "demo", "WRITE hello.txt: hi"];

Deno.test("a sentence becomes a file in the task's own folder, and an answer under the question", async () => {
  await using cli = await openCli();
  const { code, stdout, stderr } = await cli.run(HELLO);
  assert.deepEqual([code, stdout.startsWith("[demo] ")], [0, true], stderr);
  assert.match(stderr, /^Task wi_\w+: /);
  const { items } = WorkItemList.parse((await cli.run(["items", "--json"])).json());
  const [card] = items;
  assert.equal(items.length, 1);
  assert.equal(await Deno.readTextFile(join(card?.item.workspace ?? "", "hello.txt")), "hi");
  const events = (await cli.run(["events", "--json"])).jsonLines().map((line) => Event.parse(line));
  assert.deepEqual(events.map((event) => event.kind).filter((kind) => kind !== "work_item.understanding"), [
    "user.message",
    "route.decision",
    "work_item.created",
    "message.attributed",
    "user.message",
    "manager.decision",
    "run.started",
    "run.running",
    "side_effect.intent",
    "side_effect.result",
    "run.finished",
    "manager.decision",
    "agent.reply",
  ]);
  const [question] = events;
  for (const { kind, payload } of events) {
    if (kind === "agent.reply") assert.equal(payload.root, question?.id);
  }
  const examined = await cli.run(["doctor"]);
  assert.equal(examined.code, 0, examined.stdout);
});

Deno.test("with --json each line is an object: what was accepted, then each event of it", async () => {
  await using cli = await openCli();
  const { code, stderr, jsonLines } = await cli.run([...HELLO, "--json"]);
  assert.equal(code, 0, stderr);
  const [first, ...rest] = jsonLines();
  const { messageId } = ChatAccepted.parse(first);
  const events = rest.map((line) => Event.parse(line));
  assert.deepEqual(events.at(-1)?.kind, "agent.reply");
  for (const { payload } of events) assert.ok(payload.root === messageId || payload.of === messageId);
});

Deno.test("words of several arguments are one message, with every letter", async () => {
  await using cli = await openCli();
  const { code } = await cli.run([
    "chat",
    "--agent",
    "demo",
    "--",
    "WRITE",
    "--x/ä 数.txt:",
    "a  'b' \"c\" $HOME `d`",
  ]);
  assert.equal(code, 0);
  const [message] = (await cli.run(["events", "--json", "--kind", "user.message"])).jsonLines();
  assert.equal(Event.parse(message).payload.text, "WRITE --x/ä 数.txt: a  'b' \"c\" $HOME `d`");
});

Deno.test("what comes on stdin is a message too", async () => {
  await using cli = await openCli();
  const { code } = await cli.run(["chat", "--agent", "demo"], {
    stdin: "WRITE a.txt: one\nWRITE b.txt: two\n",
  });
  assert.equal(code, 0);
  const [card] = WorkItemList.parse((await cli.run(["items", "--json"])).json()).items;
  assert.equal(await Deno.readTextFile(join(card?.item.workspace ?? "", "b.txt")), "two");
});

Deno.test("an image is shown, with words or without, and one that cannot be is named before anything is sent", async () => {
  await using cli = await openCli();
  const file = join(cli.home.root, "..", "pixel.png");
  await Deno.writeFile(file, Buffer.from(PIXEL, "base64"));
  const { code, stdout, stderr } = await cli.run([
    "chat",
    "--agent",
    "demo",
    "--image",
    file,
    "--image",
    file,
  ]);
  assert.deepEqual([code, stdout.startsWith("[demo] I was given 2 images")], [0, true], stderr);
  const shown = await cli.run(["chat", "--agent", "demo", "--image", file, "SAY: nice"]);
  assert.match(shown.stdout, /I was given 1 image, and cannot see\.\nnice/);
  const wrong = await cli.run(["chat", "--image", `${file}.gone`, "hi"]);
  assert.deepEqual([wrong.code, /pixel\.png\.gone.*\[IMAGE_UNREADABLE\]/.test(wrong.stderr)], [2, true]);
  const said = (await cli.run(["events", "--json", "--kind", "user.message"])).jsonLines();
  const counts = said.map((line) => Event.parse(line).payload).filter(({ of }) => of === undefined);
  assert.deepEqual(counts.map(({ imageCount }) => imageCount), [2, 1]);
});

Deno.test("work that fails ends with 1", async () => {
  await using cli = await openCli();
  assert.equal((await cli.run(["chat", "--agent", "demo", "FAIL: no luck"])).code, 1);
});

Deno.test("items says that newpi is not running while a task waits for it", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  const chat = cli.spawn(["chat", "--agent", "demo", "WAIT: 60"]);
  const followed = cli.spawn(["events", "--follow", "--kind", "run.running"]);
  await followed.line(/run\.running/);
  assert.equal((await cli.run(["items"])).stderr, "");
  await served.stop("SIGKILL");
  await Promise.all([chat.output, followed.output]);
  const { code, stderr } = await cli.run(["items"]);
  assert.deepEqual([code, /^newpi is not running/.test(stderr)], [0, true]);
});

Deno.test("a message that no agent can answer ends with 1, and says what to do", async () => {
  await using cli = await openCli();
  const { code, stdout, stderr } = await cli.run(["chat", "hi"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /No agent is chosen yet.*\[AGENT_NOT_CONFIGURED\]/);
});

Deno.test("a task that is named gets the message, one that is not there is refused", async () => {
  await using cli = await openCli();
  await cli.run(HELLO);
  const [card] = WorkItemList.parse((await cli.run(["items", "--json"])).json()).items;
  const more = await cli.run([
    "chat",
    "--agent",
    "demo",
    "--item",
    card?.item.id ?? "",
    "WRITE more.txt: more",
  ]);
  assert.equal(more.code, 0, more.stderr);
  assert.equal(await Deno.readTextFile(join(card?.item.workspace ?? "", "more.txt")), "more");
  assert.equal(WorkItemList.parse((await cli.run(["items", "--json"])).json()).items.length, 1);
  const unknown = await cli.run(["chat", "--item", "wi_000000", "hi"]);
  assert.deepEqual([unknown.code, /\[WORK_ITEM_NOT_FOUND\]/.test(unknown.stderr)], [4, true]);
  const wrong = await cli.run(["chat", "--item", "../../x", "hi"]);
  assert.equal(wrong.code, 2);
});

Deno.test("waiting ends after --timeout, the work does not", async () => {
  await using cli = await openCli();
  const { code, stderr } = await cli.run([
    "chat",
    "--agent",
    "demo",
    "--timeout",
    "1",
    "RUN: sleep 3; echo done > done.txt",
  ]);
  assert.equal(code, 6);
  assert.match(stderr, /still working after 1 s; "newpi items" shows how it goes/);
  const follow = cli.spawn(["events", "--follow", "--json", "--kind", "run.finished"]);
  await follow.line(/"outcome":"unverified"/);
  follow.process.kill("SIGTERM");
  assert.equal((await follow.output).code, 0);
});

Deno.test("two messages at once on a fresh home start one newpi and are both answered", async () => {
  await using cli = await openCli();
  const answers = await Promise.all(
    ["a", "b", "c"].map((name) => cli.run(["chat", "--agent", "demo", `WRITE ${name}.txt: ${name}`])),
  );
  for (const { code, stdout, stderr } of answers) {
    assert.deepEqual([code, stdout.startsWith("[demo]")], [0, true], stderr);
  }
  assert.equal(WorkItemList.parse((await cli.run(["items", "--json"])).json()).items.length, 3);
  assert.equal((await cli.run(["doctor"])).code, 0);
});

Deno.test("a newpi that a command started ends by itself when nobody needs it, and leaves no address", async () => {
  await using cli = await openCli();
  const { code } = await cli.run(HELLO, { env: { NEWPI_QUIET_SEC: "1" } });
  assert.equal(code, 0);
  const pid = await runtimePid(cli.home);
  assert.ok(pid !== undefined && isAlive(pid), "it goes on for a moment");
  await processEnds(pid, 15_000);
  assert.equal(await runtimePid(cli.home), undefined);
  assert.equal((await cli.run(["doctor"])).code, 0);
  const again = await cli.run(["items"]);
  assert.match(again.stdout, /^wi_\w+ {2}idle/);
});

Deno.test("a newpi that works does not end for want of clients", async () => {
  await using cli = await openCli();
  const env = { NEWPI_QUIET_SEC: "1" };
  await cli.run(["chat", "--agent", "demo", "--timeout", "1", "RUN: sleep 5; echo x > x.txt"], { env });
  const pid = await runtimePid(cli.home) ?? assert.fail("it has ended");
  await processEnds(pid, 30_000);
  const [end] = (await cli.run(["events", "--json", "--kind", "run.finished"])).jsonLines();
  assert.equal(Event.parse(end).payload.outcome, "unverified");
});

Deno.test("a background newpi belongs to nobody: it outlives the terminal and the run that started it", async () => {
  await using cli = await openCli();
  await cli.run(["agents"], { env: { NEWPI_RUN_ID: "run_0123456789ab" } });
  const pid = await runtimePid(cli.home) ?? assert.fail("it has ended");
  if (Deno.build.os !== "linux") return;
  const environment = await Deno.readTextFile(`/proc/${pid}/environ`);
  assert.doesNotMatch(environment, /NEWPI_RUN_ID/);
  const [, , , , , session] = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(" ");
  assert.equal(Number(session), pid, "a session of its own");
});

Deno.test("an agent's run does not speak for the person", async () => {
  await using cli = await openCli();
  const { code, stdout, stderr } = await cli.run(HELLO, { env: { NEWPI_RUN_ID: "run_0123456789ab" } });
  assert.deepEqual([code, stdout], [3, ""]);
  assert.match(stderr, /\[NOT_A_PERSON\]/);
  assert.deepEqual((await cli.run(["events", "--json"])).jsonLines(), []);
});
