import { ChatAccepted, MessageStatus } from "../../internal/contract/conversation.ts";
import { EventPage } from "../../internal/contract/log.ts";
import { WorkItemList } from "../../internal/contract/work.ts";
import { delay } from "../../internal/kernel/clock.ts";
import { type Runtime, startRuntime } from "../../tests/crash/support/binary.ts";
import { tempHome } from "../../tests/support/temp.ts";
import type { Benchmark } from "./figures.ts";

const LIMIT_MIB = 90;
const TASKS = 10;
const START_IDLE_MS = 3000;
/** Workers end after a minute without a call; then what they held is given back. */
const WORK_IDLE_MS = 75_000;

export const memory: Benchmark = {
  name: "memory",
  about:
    `resident memory of newpi serve with nothing to do; a conversation is ${TASKS} tasks and a look at the page`,
  async run() {
    await using home = await tempHome();
    const runtime = await startRuntime(home);
    try {
      await delay(START_IDLE_MS);
      const started = residentMiB(runtime.pid);
      await talk(runtime);
      const worked = residentMiB(runtime.pid);
      await delay(WORK_IDLE_MS);
      const rested = residentMiB(runtime.pid);
      return [
        { what: "3 s after the start", value: started, unit: "MiB", atMost: LIMIT_MIB },
        { what: "right after a conversation", value: worked, unit: "MiB" },
        { what: "75 s after a conversation", value: rested, unit: "MiB", atMost: LIMIT_MIB },
      ];
    } finally {
      await runtime.kill();
    }
  },
};

async function talk(runtime: Runtime): Promise<void> {
  for (let task = 1; task <= TASKS; task++) {
    const said = { text: `WRITE file-${task}.txt: hi`, runAs: { agent: "demo" } };
    const { messageId } = await runtime.api.post("/api/chat", said, ChatAccepted);
    while (!(await runtime.get(`/api/messages/${messageId}`, MessageStatus)).settled) await delay(20);
  }
  await (await fetch(runtime.url)).text();
  await runtime.get("/api/events?conversation=1&limit=200", EventPage);
  await runtime.get("/api/work-items", WorkItemList);
}

/** Linux. */
export function residentMiB(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
