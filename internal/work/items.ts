/** Work items: each change and its event in the caller's transaction. @module */
import { join } from "@std/path";
import { newId } from "../kernel/ids.ts";
import type { Db } from "../kernel/sqlite.ts";
import type { RunAs } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import type { WorkItem, WorkItemStatus } from "../contract/work.ts";
import { threadStore } from "../conversation/mod.ts";
import type { Log } from "../log/mod.ts";
import { WorkItemNotFoundError } from "./error.ts";
import { workItemStore } from "./store.ts";

export interface NewWorkItem {
  title: string;
  brief: string;
  runAs: RunAs | null;
  source: string;
  /** The message it comes from, when it comes from one. */
  of?: string;
}

/** A title is one line, in lists and in prompts. */
const MAX_TITLE = 200;

export type Items = ReturnType<typeof openItems>;

export function openItems(db: Db, log: Log, workspaces: string) {
  const store = workItemStore(db);
  const threads = threadStore(db);

  function get(id: string): WorkItem {
    const item = store.get(id);
    if (item === undefined) throw new WorkItemNotFoundError(`Cannot find task "${id}"`);
    return item;
  }

  function create({ brief, runAs, source, of, ...item }: NewWorkItem): WorkItem {
    const id = newId("wi_");
    const title = item.title.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TITLE);
    const threadId = threads.open(id);
    const workspace = join(workspaces, id);
    store.insert({ id, title, workspace, threadId, runAs });
    log.append({
      source,
      kind: "work_item.created",
      payload: { title, brief, workspace, parentId: null, ...(of === undefined ? {} : { of }) },
      threadId,
      workItemId: id,
      causedBy: of,
    });
    return get(id);
  }

  /** Says nothing when the item already has that status. */
  function setStatus(id: string, status: WorkItemStatus, source: string): WorkItem {
    const item = get(id);
    if (item.status === status) return item;
    store.setStatus(id, status);
    log.append({
      source,
      kind: "work_item.status_changed",
      payload: { from: item.status, to: status },
      threadId: item.threadId,
      workItemId: id,
    });
    return get(id);
  }

  function setRunAs(item: WorkItem, runAs: RunAs): void {
    store.setRunAs(item.id, runAs);
    log.append({
      source: "kernel:runtime",
      kind: "work_item.run_as_changed",
      payload: { runAs, previous: item.runAs },
      threadId: item.threadId,
      workItemId: item.id,
    });
  }

  return { get, create, setStatus, setRunAs, open: store.open, all: store.all };
}

/** The message that started the chain an event belongs to. */
export function rootOf(event: Event): string {
  return typeof event.payload.root === "string" ? event.payload.root : event.id;
}

/** Who should answer, when the message itself says so. */
export function runAsOf(event: Event): RunAs | undefined {
  return event.payload.runAs as RunAs | undefined;
}
