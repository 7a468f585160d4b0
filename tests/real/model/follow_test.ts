import assert from "node:assert/strict";
import type { Event } from "../../../internal/contract/log.ts";
import { charters } from "../../../internal/work/charters.ts";
import { ManagerEffect, parseEffects, PrimaryEffect } from "../../../internal/work/effects.ts";
import { messageLine, primaryPrompt } from "../../../internal/work/prompts.ts";
import { follow } from "./follow.ts";
import { type Action, completeTurn, type Said } from "./script.ts";

function ask(role: keyof typeof charters, talk: Said[]): Action[] {
  const headers = new Headers();
  return follow(
    completeTurn({
      protocol: "chat",
      model: "m",
      effort: "",
      system: charters[role],
      talk,
      tools: [],
      headers,
    }),
  );
}

const user = (text: string): Said => ({ by: "user", text });

function spoken(actions: Action[]): string {
  return actions.map((action) => action.do === "say" ? action.text : "").join("");
}

function event(text: string, more: Partial<Event> = {}): Event {
  return {
    seq: 1,
    id: "ev_000001",
    ts: "2026-11-30T09:00:00.000Z",
    source: "connector:web",
    kind: "user.message",
    threadId: "main",
    workItemId: null,
    runId: null,
    payload: { text },
    mailbox: "primary",
    lane: "interrupt",
    causedBy: null,
    hop: 0,
    ...more,
  };
}

Deno.test("follow() makes a task of instructions as primary", () => {
  const text = "Please:\nWRITE a.txt: one\ntwo";
  const answer = spoken(ask("primary", [user(primaryPrompt("Now: 09:00", [event(text)]))]));
  const want = { type: "create_work_item", of: "ev_000001", title: "WRITE a.txt", brief: text };
  assert.deepEqual(parseEffects(answer, PrimaryEffect), { ok: true, effects: [want] });
});

Deno.test("follow() answers talk as primary", () => {
  const answer = spoken(ask("primary", [user(primaryPrompt("", [event("hello")]))]));
  const want = { type: "reply", of: "ev_000001", reply: "You said: hello" };
  assert.deepEqual(parseEffects(answer, PrimaryEffect), { ok: true, effects: [want] });
});

const managed: { name: string; event: Event; want: unknown }[] = [
  {
    name: "starts a worker for instructions",
    event: event("RUN: ls\nSAY: there"),
    want: { type: "spawn", instructions: "RUN: ls\nSAY: there", expect: "" },
  },
  {
    name: "tells how a run ended",
    event: event("", { kind: "run.finished", payload: { outcome: "failed", summary: "", error: "no luck" } }),
    want: { type: "reply", of: "ev_000001", reply: "Error: no luck" },
  },
  {
    name: "passes a worker's question on",
    event: event("", { kind: "run.finished", payload: { outcome: "unverified", blocked: "Which one?" } }),
    want: { type: "escalate", question: "Which one?", tried: "", options: ["Yes", "No"] },
  },
];
for (const { name, event, want } of managed) {
  Deno.test(`follow() ${name} as manager`, () => {
    const answer = spoken(ask("manager", [user(`# Task\n\n## Messages\n\n${messageLine(event)}`)]));
    assert.deepEqual(parseEffects(answer, ManagerEffect), { ok: true, effects: [want] });
  });
}

Deno.test("follow() does one instruction after the other as worker", () => {
  const talk = [user("Task wi_1: x\nInstructions:\nWRITE a.txt: one\nRUN: ls")];
  assert.deepEqual(ask("worker", talk), [{ do: "write", path: "a.txt", content: "one" }]);
  talk.push({ by: "call", id: "1", tool: "Write", input: {} }, { by: "tool", id: "1", text: "Wrote." });
  assert.deepEqual(ask("worker", talk), [{ do: "shell", command: "ls" }]);
  talk.push({ by: "call", id: "2", tool: "Bash", input: {} }, { by: "tool", id: "2", text: "a.txt\n" });
  assert.deepEqual(ask("worker", talk), [{ do: "say", text: "Wrote.\na.txt" }]);
  talk.push({ by: "model", text: "Wrote.\na.txt" }, user("ASK: Go on?"));
  assert.deepEqual(ask("worker", talk), [{ do: "say", text: "BLOCKED: Go on?" }]);
});
