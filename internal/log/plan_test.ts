import assert from "node:assert/strict";
import { finished, said, type TestDatabase, testDatabase } from "../../tests/support/database.ts";
import { assertQuick, listening } from "../../tests/support/query_plans.ts";
import { newId } from "../kernel/ids.ts";
import { type LogReads, logReads } from "./mod.ts";

const workItemId = newId("wi_");
const runId = newId("run_");
const reads: { name: string; read: (log: LogReads, id: string) => unknown }[] = [
  { name: "get()", read: (log, id) => log.get(id) },
  { name: "byClientKey()", read: (log) => log.byClientKey("key-0001") },
  { name: "redactionOf()", read: (log, id) => log.redactionOf(id) },
  { name: "lastOfKind()", read: (log) => log.lastOfKind(workItemId, "work_item.understanding") },
  { name: "countOfKind()", read: (log) => log.countOfKind(runId, "side_effect.intent") },
  { name: "firstOfRun()", read: (log) => log.firstOfRun(runId, "run.started") },
  { name: "latestSeq()", read: (log) => log.latestSeq() },
  { name: "after()", read: (log) => log.after(10, 100) },
  { name: "mail()", read: (log) => log.mail("primary", 10, 100) },
  { name: "mailCount()", read: (log) => log.mailCount("primary", 10) },
  { name: "hasMailOf()", read: (log, id) => log.hasMailOf(id, "primary", 10) },
  { name: "pendingMailboxes()", read: (log) => log.pendingMailboxes() },
  { name: "mailboxesAfter()", read: (log) => log.mailboxesAfter(10) },
  { name: "list() of everything", read: (log) => log.list({}) },
  { name: "list() of a task", read: (log) => log.list({ item: workItemId }) },
  { name: "list() of a thread", read: (log) => log.list({ thread: "main", before: 40 }) },
  { name: "list() of a run", read: (log) => log.list({ run: runId, after: 4 }) },
  { name: "list() of a mailbox", read: (log) => log.list({ mailbox: "primary" }) },
  { name: "list() of a kind", read: (log) => log.list({ kind: "agent.reply" }) },
  { name: "list() of the conversation", read: (log) => log.list({ conversation: "1", before: 40 }) },
  {
    name: "list() of the conversation around",
    read: (log, id) => log.list({ conversation: "1", around: id }),
  },
];

async function grown(): Promise<TestDatabase & { id: string }> {
  const test = await testDatabase();
  const id = test.append(said("first")).id;
  test.db.tx(() => {
    for (let i = 0; i < 20; i++) {
      test.log.append(said(`m${i}`));
      test.log.append(finished(newId("run_"), { workItemId, mailbox: `manager:${workItemId}` }));
    }
  });
  return { ...test, id, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

for (const { name, read } of reads) {
  Deno.test(`${name} reads no more than it needs`, async () => {
    await using test = await grown();
    const { watched, ran } = listening(test.db);
    read(logReads(watched), test.id);
    assert.notEqual(ran.size, 0);
    assertQuick(test.db, ran);
  });
}
