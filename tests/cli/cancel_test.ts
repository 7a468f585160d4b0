import assert from "node:assert/strict";
import { openCli } from "../support/binary.ts";

Deno.test("cancel stops what a task is doing, and says when there is nothing to stop", async () => {
  await using cli = await openCli();
  const served = await cli.serve();
  const chat = cli.spawn(["chat", "--agent", "demo", "WAIT: 60"]);
  const followed = cli.spawn(["events", "--follow", "--json", "--kind", "run.running"]);
  const [, task = ""] = await followed.line(/"workItemId":"(wi_\w+)"/);
  const { code, json } = await cli.run(["cancel", task, "--json"]);
  assert.deepEqual([code, json().cancelled.length], [0, 1]);
  assert.match((await chat.output).stdout, /cancelled/);
  for (
    const [id, exit, reason] of [[task, 5, /NOTHING_RUNNING/], [
      "wi_aaaaaa",
      4,
      /WORK_ITEM_NOT_FOUND/,
    ]] as const
  ) {
    const refused = await cli.run(["cancel", id]);
    assert.deepEqual([refused.code, refused.stdout], [exit, ""]);
    assert.match(refused.stderr, reason);
  }
  followed.process.kill("SIGTERM");
  await followed.output;
  await served.stop();
});
