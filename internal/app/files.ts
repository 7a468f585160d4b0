/** The files of a task's workspace, for the page: never one outside of it. @module */
import { join, relative, resolve, SEPARATOR } from "@std/path";
import type { FileContent, WorkItemFiles } from "../contract/work.ts";
import { timestamp } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { FileNotFoundError, PathOutsideError } from "./error.ts";

const MAX_FILES = 500;
/** Also a bound on the walk itself: a workspace may hold a whole dependency tree. */
const MAX_VISITED = 20_000;
const MAX_TEXT_BYTES = 512 * 1024;

/** Sorted by path with `/`; hidden entries and `node_modules` are left out; links are not followed. */
export async function listFiles(workspace: string): Promise<WorkItemFiles> {
  const files: WorkItemFiles["files"] = [];
  const folders = [workspace];
  let visited = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of await entries(folder)) {
      visited += 1;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory) folders.push(path);
      else if (entry.isFile) files.push(await describe(workspace, path));
      if (files.length > MAX_FILES || visited > MAX_VISITED) break;
    }
    if (files.length > MAX_FILES || visited > MAX_VISITED) break;
  }
  files.sort((a, b) => a.path < b.path ? -1 : 1);
  return {
    workspace,
    files: files.slice(0, MAX_FILES),
    truncated: files.length > MAX_FILES || visited > MAX_VISITED,
  };
}

/** A workspace that was never made is empty, and a file may go while it is being listed. */
async function entries(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).toSorted((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function describe(workspace: string, path: string) {
  const info = await Deno.stat(path).catch(() => undefined);
  return {
    path: relative(workspace, path).replaceAll(SEPARATOR, "/"),
    size: info?.size ?? 0,
    modifiedAt: timestamp(info?.mtime ?? new Date(0)),
  };
}

/**
 * @param path As `listFiles` gives it.
 * @returns The resolved path, every link followed.
 * @throws {PathOutsideError} It leads out of the workspace, also through a link.
 * @throws {FileNotFoundError} It names no regular file.
 */
export async function resolveFile(workspace: string, path: string): Promise<string> {
  const wanted = resolve(workspace, path);
  const outside = () => new PathOutsideError(`Cannot show "${path}": it is not in the task's folder`);
  const isIn = (root: string, target: string) => target === root || target.startsWith(root + SEPARATOR);
  if (path.includes("\0") || !isIn(resolve(workspace), wanted)) throw outside();
  try {
    const [root, real] = await Promise.all([Deno.realPath(workspace), Deno.realPath(wanted)]);
    if (!isIn(root, real)) throw outside();
    if (!(await Deno.stat(real)).isFile) throw new FileNotFoundError(`"${path}" is not a file`);
    return real;
  } catch (error) {
    // Not there, a file in place of a folder, links in a circle, a name that is too long: nothing to show.
    if (!(error instanceof AppError)) {
      throw new FileNotFoundError(`There is no file "${path.slice(0, 200)}"`, { cause: error });
    }
    throw error;
  }
}

export async function readFile(workspace: string, path: string): Promise<FileContent> {
  const real = await resolveFile(workspace, path);
  const { size } = await Deno.stat(real);
  if (size > MAX_TEXT_BYTES) return { path, size, reason: "too-large" };
  const bytes = await Deno.readFile(real);
  if (bytes.includes(0)) return { path, size, reason: "binary" };
  try {
    return { path, size, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { path, size, reason: "binary" };
  }
}
