import type { Awaited } from "../protocol.ts";
import { asObjects, asText, type JsonObject } from "../narrow.ts";

/**
 * Whether the CLI still has something to do. A `result` is not the end: helpers and background commands go on
 * after it and their answer comes in a later turn. Whether a turn runs is announced by some CLIs and counted for the
 * others; that one is to come is never announced: the CLI calls itself idle while its commands work.
 */
export function turnTracker() {
  let announced: string | null = null;
  let inTurn = true;
  /** A background task ended and the turn that reports it has not come yet. */
  let owesTurn = false;
  /** Types of what was started and not reported; what is left when a turn is over works in the background. */
  let tasks = new Map<string, string>();

  function system(line: JsonObject) {
    const task = asText(line.task_id);
    switch (line.subtype) {
      case "session_state_changed":
        announced = asText(line.state);
        if (announced === "running") owesTurn = false;
        break;
      case "init":
        inTurn = true;
        break;
      case "task_started":
        if (line.is_backgrounded !== false) tasks.set(task, asText(line.task_type));
        break;
      case "task_notification":
        // One that was stopped is not reported by a turn of its own.
        if (tasks.delete(task)) owesTurn ||= line.status === "completed" || line.status === "failed";
        break;
      case "background_tasks_changed":
        tasks = new Map(asObjects(line.tasks).map((each) => [asText(each.task_id), asText(each.task_type)]));
        break;
    }
  }

  function activity() {
    inTurn = true;
  }

  function result() {
    inTurn = false;
    owesTurn = false;
  }

  const isQuiet = () => announced === null ? !inTurn : announced === "idle";
  const isIdle = () => isQuiet() && !owesTurn && tasks.size === 0;

  function awaits(): Awaited {
    if ([...tasks.values()].some((type) => type !== "local_bash")) return "helper";
    return isQuiet() ? "command" : "answer";
  }

  return { system, activity, result, isIdle, awaits };
}
