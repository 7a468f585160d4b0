import type { AgentEvent, ToolResultEvent } from "./driver.ts";

/** Tool calls that have not been answered: CLIs name the tool once, and leave calls open when they end. */
export function callTracker() {
  const open = new Map<string, string>();
  let count = 0;

  /** Notes calls and answers, and gives answers the name of their tool. */
  function pass(event: AgentEvent): AgentEvent {
    if (event.kind === "tool") {
      count++;
      open.set(event.callId, event.tool);
    }
    if (event.kind !== "tool_result") return event;
    const tool = event.tool || open.get(event.callId) || "";
    open.delete(event.callId);
    return { ...event, tool };
  }

  /** Closes what is still open when the process has ended. */
  function close(): ToolResultEvent[] {
    const left = [...open].map(([callId, tool]): ToolResultEvent => {
      return { kind: "tool_result", callId, tool, isError: true, output: "", missing: "cut_off" };
    });
    open.clear();
    return left;
  }

  return { pass, close, anyOpen: () => open.size > 0, count: () => count };
}
