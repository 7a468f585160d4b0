import { asObjects, asText, type JsonObject } from "../narrow.ts";

/**
 * Whether the CLI still has something to do. A `result` is not the end: helpers and background commands go on
 * after it and their answer comes in a later turn. CLIs that announce their state are believed; for the others the
 * turns and background tasks are counted.
 */
export function turnTracker() {
  let announced: string | null = null;
  let inTurn = true;
  /** A background task ended and the turn that reports it has not come yet. */
  let owesTurn = false;
  let background = new Set<string>();

  function system(line: JsonObject) {
    const task = asText(line.task_id);
    switch (line.subtype) {
      case "session_state_changed":
        announced = asText(line.state);
        break;
      case "init":
        inTurn = true;
        break;
      case "task_started":
        if (line.is_backgrounded === true) background.add(task);
        break;
      case "task_notification":
        // One that was stopped is not reported by a turn of its own.
        if (background.delete(task)) owesTurn ||= line.status === "completed" || line.status === "failed";
        break;
      case "background_tasks_changed":
        background = new Set(asObjects(line.tasks).map((task) => asText(task.task_id)));
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

  const helpersRun = () => background.size > 0;
  const isIdle = () => announced === null ? !inTurn && !owesTurn && !helpersRun() : announced === "idle";

  return { system, activity, result, isIdle, helpersRun };
}
