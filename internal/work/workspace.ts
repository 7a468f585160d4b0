/** The directory that belongs to a task. @module */
import { join } from "@std/path";
import { writeAtomic } from "../kernel/atomic.ts";
import type { Logger } from "../kernel/logger.ts";
import type { WorkItem } from "../contract/work.ts";

/** Makes the directory, and TASK.md when there is none. */
export async function ensureWorkspace(item: WorkItem, brief: string): Promise<void> {
  await Deno.mkdir(item.workspace, { recursive: true, mode: 0o700 });
  try {
    await Deno.writeTextFile(join(item.workspace, "TASK.md"), taskText(item, brief), { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** TASK.md says what the Manager understood last. The event is the truth, so a failure is only logged. */
export async function writeUnderstanding(logger: Logger, item: WorkItem, text: string): Promise<void> {
  try {
    await writeAtomic(join(item.workspace, "TASK.md"), taskText(item, text), { durable: false });
  } catch (error) {
    logger.warn("TASK.md was not written", { workItemId: item.id, error: String(error) });
  }
}

function taskText(item: WorkItem, text: string): string {
  return `# ${item.title}\n\n${text}\n`;
}
