/** Folders and homes that go away with the test. @module */
import { type Home, homePaths } from "../../internal/kernel/paths.ts";
import { join } from "@std/path";

export interface TempDir extends AsyncDisposable {
  readonly path: string;
  /** The path of something in it. */
  at(...names: string[]): string;
}

export async function tempDir(): Promise<TempDir> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "newpi-test-" }));
  return {
    path,
    at: (...names) => join(path, ...names),
    // A process that was killed may still write its last file.
    [Symbol.asyncDispose]: async () => {
      for (let attempt = 0; attempt < 5; attempt++) {
        try {
          return await Deno.remove(path, { recursive: true });
        } catch (error) {
          if (error instanceof Deno.errors.NotFound) return;
        }
      }
      await Deno.remove(path, { recursive: true });
    },
  };
}

export async function tempHome(): Promise<Home & AsyncDisposable> {
  const dir = await tempDir();
  return { ...homePaths(dir.at("home")), [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose]() };
}

/** Names and contents of a folder's files, to show that nothing was touched. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const entry of Deno.readDir(folder)) {
    if (!entry.isFile) continue;
    const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(join(folder, entry.name)));
    files[entry.name] = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  }
  return files;
}
