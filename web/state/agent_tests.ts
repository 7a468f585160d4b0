/** Asking agents for one word: what was asked, and what came of it. @module */
import { signal } from "@preact/signals";
import type { RunAs } from "../../internal/contract/common.ts";
import type { RoleName, TestResult } from "../../internal/contract/settings.ts";
import type { Api } from "./api.ts";

export type AgentTest =
  | { phase: "running"; since: string }
  | { phase: "answered"; result: TestResult }
  | { phase: "refused"; error: unknown };

export function agentTestsState(api: Pick<Api, "testAgent">, now: () => number) {
  const tests = signal<ReadonlyMap<string, AgentTest>>(new Map());

  function set(name: string, test: AgentTest) {
    tests.value = new Map(tests.value).set(name, test);
  }
  return {
    of: (name: string): AgentTest | undefined => tests.value.get(name),
    /** What was asked is no longer what is chosen; an answer that is still to come is not shown. */
    forget(name: string) {
      const kept = new Map(tests.value);
      if (kept.delete(name)) tests.value = kept;
    },
    /** @param name What the result is shown at. */
    async run(name: string, role: RoleName, runAs: RunAs): Promise<void> {
      const running: AgentTest = { phase: "running", since: new Date(now()).toISOString() };
      set(name, running);
      const test = await api.testAgent({ role, runAs }).then(
        (result): AgentTest => ({ phase: "answered", result }),
        (error: unknown): AgentTest => ({ phase: "refused", error }),
      );
      if (tests.value.get(name) === running) set(name, test);
    },
  };
}
export type AgentTests = ReturnType<typeof agentTestsState>;
