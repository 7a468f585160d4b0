/** Tasks: cards, one in detail, status, cancel, the files of its workspace. @module */
import { basename } from "@std/path";
import { Hono } from "hono";
import * as z from "zod";
import { QueryInt, WorkItemId } from "../../contract/common.ts";
import {
  CancelResult,
  CreateWorkItem,
  FileContent,
  FileQuery,
  PatchWorkItem,
  WorkItemDetail,
  WorkItemFiles,
  WorkItemList,
  WorkItemResult,
} from "../../contract/work.ts";
import { resolveFile } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { describe, validate } from "./validate.ts";

const Param = z.object({ id: WorkItemId });
const ListQuery = z.strictObject({ all: z.literal("1").optional() });
const DetailQuery = z.strictObject({ limit: QueryInt.pipe(z.number().min(1).max(500)).optional() });
const unknown = { refusals: ["WORK_ITEM_NOT_FOUND"] };

export function workItemRoutes(runtime: Runtime) {
  const { db, work, reader, jobs } = runtime;
  return new Hono()
    .get(
      "/",
      describe("Cards of tasks, newest change first; closed ones with all=1", WorkItemList),
      validate("query", ListQuery),
      async (c) => c.json({ items: await reader.call("cards", c.req.valid("query").all !== undefined) }),
    )
    .post(
      "/",
      describe("Makes a task; with a brief its Manager starts at once", WorkItemResult, { status: 201 }),
      validate("json", CreateWorkItem),
      (c) => c.json({ ok: true, item: createItem(runtime, c.req.valid("json")) }, 201),
    )
    .get(
      "/:id",
      describe("One task with its runs and newest events", WorkItemDetail, unknown),
      validate("param", Param),
      validate("query", DetailQuery),
      async (c) => {
        const { limit = 200 } = c.req.valid("query");
        return c.json(await reader.call("detail", { id: c.req.valid("param").id, limit }));
      },
    )
    .patch(
      "/:id",
      describe("Changes the status", WorkItemResult, unknown),
      validate("param", Param),
      validate("json", PatchWorkItem),
      (c) => {
        const { status } = c.req.valid("json");
        const item = db.tx(() => work.items.setStatus(c.req.valid("param").id, status, "connector:web"));
        return c.json({ ok: true, item });
      },
    )
    .post(
      "/:id/cancel",
      describe("Stops what runs for this task", CancelResult, { refusals: ["NOTHING_RUNNING"] }),
      validate("param", Param),
      (c) => c.json({ ok: true, cancelled: work.cancel(c.req.valid("param").id) }),
    )
    .get(
      "/:id/files",
      describe("Files of the workspace", WorkItemFiles, unknown),
      validate("param", Param),
      async (c) => c.json(await jobs.call("listFiles", work.items.get(c.req.valid("param").id).workspace)),
    )
    .get(
      "/:id/file",
      describe("One file: its text, or itself with download=1", FileContent, {
        refusals: ["PATH_OUTSIDE_WORKSPACE", "FILE_NOT_FOUND"],
      }),
      validate("param", Param),
      validate("query", FileQuery),
      async (c) => {
        const { workspace } = work.items.get(c.req.valid("param").id);
        const { path, download } = c.req.valid("query");
        if (download === undefined) return c.json(await jobs.call("readFile", workspace, path));
        return await downloadFile(workspace, path);
      },
    );
}

/** A task of the person's own; its brief is a message of theirs and enters like every other. */
function createItem({ db, work, submit }: Runtime, { title, brief, runAs }: z.infer<typeof CreateWorkItem>) {
  return db.tx(() => {
    const item = work.items.create({
      title,
      brief: "",
      runAs: runAs ?? null,
      source: "connector:web",
    });
    if (brief !== undefined && brief !== "") submit({ text: brief, target: item.id, runAs });
    return item;
  }, { durable: true });
}

async function downloadFile(workspace: string, path: string): Promise<Response> {
  const real = await resolveFile(workspace, path);
  const file = await Deno.open(real);
  return new Response(file.readable, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(basename(path))}`,
    },
  });
}
