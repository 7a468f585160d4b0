import assert from "node:assert/strict";
import { turnTracker } from "./turns.ts";

const state = (name: string) => ({ subtype: "session_state_changed", state: name });
const started = (type: string, more = {}) => ({
  subtype: "task_started",
  task_id: "t",
  task_type: type,
  ...more,
});
const ended = (status = "completed") => ({ subtype: "task_notification", task_id: "t", status });
const tasks = (...types: string[]) => ({
  subtype: "background_tasks_changed",
  tasks: types.map((type) => ({ task_id: "t", task_type: type })),
});

/** "result" ends a turn, "says" is the agent at work. */
type Line = Record<string, unknown> | "result" | "says";

function after(...lines: Line[]) {
  const turns = turnTracker();
  for (const line of lines) {
    if (line === "result") turns.result();
    else if (line === "says") turns.activity();
    else turns.system(line);
  }
  return [turns.isIdle(), turns.awaits()];
}

const bash = started("local_bash", { is_backgrounded: true });
const cases: { name: string; lines: Line[]; want: [boolean, string] }[] = [
  { name: "begins at work", lines: [], want: [false, "answer"] },
  {
    name: "counts turns of a CLI that announces nothing",
    lines: ["says", "result"],
    want: [true, "command"],
  },
  {
    name: "believes a CLI that says it is idle",
    lines: [state("running"), "result", state("idle")],
    want: [true, "command"],
  },
  { name: "does not end before it is idle", lines: [state("running"), "result"], want: [false, "answer"] },
  {
    name: "waits for a helper as long as it works",
    lines: [started("local_agent", { is_backgrounded: true }), "result"],
    want: [false, "helper"],
  },
  {
    name: "waits for a command although the CLI says it is idle",
    lines: [state("running"), tasks("local_bash"), bash, "result", state("idle")],
    want: [false, "command"],
  },
  {
    name: "waits for the turn that reports a command",
    lines: [state("running"), bash, "result", state("idle"), ended(), tasks()],
    want: [false, "command"],
  },
  {
    name: "is over when that turn is",
    lines: [
      state("running"),
      bash,
      "result",
      state("idle"),
      ended(),
      tasks(),
      state("running"),
      "says",
      "result",
      state("idle"),
    ],
    want: [true, "command"],
  },
  {
    name: "knows the order of an old CLI, which does not say what is in the background",
    lines: [
      state("running"),
      started("local_bash"),
      "result",
      state("idle"),
      state("running"),
      ended(),
      { subtype: "init" },
    ],
    want: [false, "answer"],
  },
  {
    name: "expects no report of a command that was stopped",
    lines: [state("running"), bash, "result", state("idle"), ended("stopped")],
    want: [true, "command"],
  },
  {
    name: "does not wait for a command that belongs to its turn",
    lines: [state("running"), started("local_bash", { is_backgrounded: false }), "result", state("idle")],
    want: [true, "command"],
  },
];
for (const { name, lines, want } of cases) {
  Deno.test(`turnTracker() ${name}`, () => assert.deepEqual(after(...lines), want));
}
