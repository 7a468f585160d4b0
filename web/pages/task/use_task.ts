import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../../app_context.ts";
import { type Task, taskState } from "../../state/task.ts";
import { browserTimers } from "../../state/timers.ts";

/** The task's state for as long as the component is on the page. */
export function useTask(id: string): Task {
  const { api, listen } = useApp();
  const task = useMemo(() => taskState({ id, api, timers: browserTimers }), [id, api]);
  useEffect(() => {
    void task.load();
    const unlisten = listen(task.apply);
    return () => {
      unlisten();
      task.close();
    };
  }, [task]);
  return task;
}
