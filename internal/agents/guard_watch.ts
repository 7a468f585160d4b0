import type { ToolEvent } from "./driver.ts";

interface OpenCall {
  tool: string;
  /** When it could begin: CLIs name the calls of one answer at once and may run them one after the other. */
  since: number;
}

/**
 * Which tool calls the guard was asked about. A call has to be seen when it is answered at the latest; one that is
 * at work, the first open one of its agent, after `unseenMs`.
 *
 * @param exempt Tools that reach no hook.
 */
export function guardWatch(exempt: ReadonlySet<string>, unseenMs: number) {
  const seen = new Set<string>();
  const open = new Map<string, Map<string, OpenCall>>();

  function called({ callId, tool, helper = "" }: Pick<ToolEvent, "callId" | "tool" | "helper">, now: number) {
    if (exempt.has(tool)) return;
    const calls = open.get(helper) ?? new Map<string, OpenCall>();
    open.set(helper, calls.set(callId, { tool, since: now }));
  }

  /** @returns The tool when the call went past the guard. */
  function answered(callId: string, now: number): string | null {
    for (const calls of open.values()) {
      const call = calls.get(callId);
      if (call === undefined) continue;
      const [first] = calls.keys();
      calls.delete(callId);
      const [next] = calls.values();
      if (first === callId && next !== undefined) next.since = now;
      // An id that comes again is a new call, about which the guard has to be asked again.
      return seen.delete(callId) ? null : call.tool;
    }
    return null;
  }

  /** @returns The tool of a call that is at work and should have been seen by now. */
  function overdue(now: number): string | null {
    for (const calls of open.values()) {
      const [first] = calls;
      if (first === undefined) continue;
      const [callId, { tool, since }] = first;
      if (!seen.has(callId) && now - since >= unseenMs) return tool;
    }
    return null;
  }

  return { called, answered, overdue, seen: (callId: string) => void seen.add(callId) };
}
