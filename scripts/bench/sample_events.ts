/** Events as the log of a task has them: mostly what a run does, now and then something that was said. @module */
import { newId } from "../../internal/kernel/ids.ts";
import type { NewEvent } from "../../internal/log/mod.ts";
import { said } from "../../tests/support/database.ts";

/** Nothing of it is mail, so that no runtime takes a turn because of it. */
export function sampleEvents(count: number): NewEvent[] {
  const place = {
    threadId: newId("th_"),
    workItemId: newId("wi_"),
    runId: newId("run_"),
    causedBy: newId("ev_"),
  };
  const source = "agent:worker";
  const step = { tool: "Bash", callId: "toolu_1" };
  return Array.from({ length: count }, (_, index): NewEvent => {
    if (index % 5 === 0) return said("What is the weather like?", { mailbox: undefined, lane: undefined });
    return index % 2 === 0
      ? {
        ...place,
        source,
        kind: "side_effect.intent",
        payload: { ...step, input: '{"command":"git status"}' },
      }
      : {
        ...place,
        source,
        kind: "side_effect.result",
        payload: { ...step, isError: false, output: "clean" },
      };
  });
}
