import { basename, join } from "@std/path";
import assert from "node:assert/strict";
import { FileContent, WorkItemFiles } from "../../internal/contract/work.ts";
import { parsed, startServer, type TestServer } from "../support/server.ts";

/** A task with a few files, and secrets around its workspace. */
async function withFiles(): Promise<TestServer & { id: string; workspace: string }> {
  const test = await startServer();
  const item = (await test.post("/api/work-items", { title: "Files" })).json().item;
  const at = (...path: string[]) => join(item.workspace, ...path);
  await Deno.mkdir(at("deep", "er"), { recursive: true });
  await Deno.writeTextFile(at("a.txt"), "hello ä");
  await Deno.writeTextFile(at("deep", "er", "b é 数.txt"), "b");
  await Deno.writeFile(at("binary.bin"), new Uint8Array([1, 0, 2]));
  await Deno.writeFile(at("latin.txt"), new Uint8Array([0x66, 0xfc, 0x72]));
  await Deno.writeTextFile(at("large.txt"), "x".repeat(512 * 1024 + 1));
  await Deno.writeTextFile(at("edge.txt"), "x".repeat(512 * 1024));
  await Deno.writeTextFile(at("..weird"), "starts with dots");
  for (const hidden of [".git", "node_modules"]) {
    await Deno.mkdir(at(hidden));
    await Deno.writeTextFile(at(hidden, "x"), "");
  }
  await Deno.writeTextFile(join(test.home.root, "secret.txt"), "hunter2");
  await Deno.mkdir(`${item.workspace}-twin`);
  await Deno.writeTextFile(join(`${item.workspace}-twin`, "secret.txt"), "hunter2");
  return {
    ...test,
    id: item.id,
    workspace: item.workspace,
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

const file = (test: TestServer & { id: string }, path: string, more = "") =>
  test.get(`/api/work-items/${test.id}/file?path=${encodeURIComponent(path)}${more}`);

Deno.test("the files of a task are listed by path, without what is hidden", async () => {
  await using test = await withFiles();
  if (Deno.build.os !== "windows") await Deno.symlink("/etc", join(test.workspace, "link"));
  const { files, truncated } = parsed(await test.get(`/api/work-items/${test.id}/files`), WorkItemFiles);
  assert.equal(truncated, false);
  assert.deepEqual(files.map(({ path }) => path), [
    "a.txt",
    "binary.bin",
    "deep/er/b é 数.txt",
    "edge.txt",
    "large.txt",
    "latin.txt",
  ]);
  assert.equal(files[0]?.size, 8);
});

Deno.test("a task whose workspace is not there yet has no files", async () => {
  await using test = await startServer();
  const { id } = (await test.post("/api/work-items", { title: "Empty" })).json().item;
  assert.deepEqual(parsed(await test.get(`/api/work-items/${id}/files`), WorkItemFiles).files, []);
});

Deno.test("a workspace with too many files is shown in part, and says so", async () => {
  await using test = await withFiles();
  for (let i = 0; i < 600; i++) await Deno.writeTextFile(join(test.workspace, `${i}.txt`), "");
  const { files, truncated } = parsed(await test.get(`/api/work-items/${test.id}/files`), WorkItemFiles);
  assert.deepEqual([files.length, truncated], [500, true]);
});

const contents: { path: string; text?: string; reason?: string }[] = [
  { path: "a.txt", text: "hello ä" },
  { path: "deep/er/b é 数.txt", text: "b" },
  { path: "deep/../a.txt", text: "hello ä" },
  { path: "./a.txt", text: "hello ä" },
  { path: "..weird", text: "starts with dots" },
  { path: "binary.bin", reason: "binary" },
  { path: "latin.txt", reason: "binary" },
  { path: "large.txt", reason: "too-large" },
  { path: "edge.txt", text: "x".repeat(512 * 1024) },
];
Deno.test("a file is shown as text, or with the reason why not", async () => {
  await using test = await withFiles();
  for (const { path, text, reason } of contents) {
    const content = parsed(await file(test, path), FileContent);
    assert.deepEqual([content.path, content.text, content.reason], [path, text, reason]);
  }
});

const outside = [
  "../secret.txt",
  "../../secret.txt",
  "../../../../../../../../etc/passwd",
  "/etc/passwd",
  "deep/../../../secret.txt",
  "a/../../../x",
  "deep/er/../../../../secret.txt",
  "..",
  "../",
  "a.txt\0.png",
];
Deno.test("a path that leads out of the workspace is refused, by dots, by links and by what is beside it (C46)", async () => {
  await using test = await withFiles();
  const twin = `../${basename(test.workspace)}-twin/secret.txt`;
  const links = Deno.build.os === "windows" ? [] : await withLinks(test);
  for (const path of [...outside, twin, ...links]) {
    for (const more of ["", "&download=1"]) {
      const answer = await file(test, path, more);
      assert.deepEqual([path, answer.status, answer.json().error.code], [
        path,
        403,
        "PATH_OUTSIDE_WORKSPACE",
      ]);
      assert.doesNotMatch(answer.text, /hunter2|root:/);
    }
  }
});

/** @returns Paths that lead out through them. */
async function withLinks({ workspace, home }: TestServer & { workspace: string }): Promise<string[]> {
  await Deno.symlink("/etc/passwd", join(workspace, "link"));
  await Deno.symlink("/etc", join(workspace, "folder-link"));
  await Deno.symlink("link", join(workspace, "chain"));
  await Deno.symlink(join(home.root, "secret.txt"), join(workspace, "home-link"));
  return ["link", "folder-link/passwd", "chain", "home-link"];
}

Deno.test("a path that names no file is not found", async () => {
  await using test = await withFiles();
  if (Deno.build.os !== "windows") await Deno.symlink("loop", join(test.workspace, "loop"));
  for (const path of ["missing.txt", "deep", ".", "a.txt/b", "deep/er/", "loop", "x".repeat(5000)]) {
    const answer = await file(test, path);
    assert.deepEqual([path, answer.status, answer.json().error.code], [path, 404, "FILE_NOT_FOUND"]);
  }
});

Deno.test("a pipe in a workspace holds nobody up", async () => {
  if (Deno.build.os === "windows") return;
  await using test = await withFiles();
  await new Deno.Command("mkfifo", { args: [join(test.workspace, "pipe")] }).output();
  assert.equal((await file(test, "pipe")).status, 404);
  assert.equal((await file(test, "pipe", "&download=1")).status, 404);
});

Deno.test("a file is downloaded as it is, and never shown by the browser", async () => {
  await using test = await withFiles();
  const answer = await file(test, "deep/er/b é 数.txt", "&download=1");
  assert.deepEqual([answer.status, answer.text], [200, "b"]);
  assert.equal(answer.headers.get("content-type"), "application/octet-stream");
  assert.equal(
    answer.headers.get("content-disposition"),
    "attachment; filename*=UTF-8''b%20%C3%A9%20%E6%95%B0.txt",
  );
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.deepEqual((await file(test, "binary.bin", "&download=1")).bytes, new Uint8Array([1, 0, 2]));
});
