/** Finds a program as a shell would, and on Windows what really runs behind the shims that npm writes. @module */
import { DELIMITER, dirname, extname, isAbsolute, join } from "@std/path";
import type { Command } from "./session.ts";

const WINDOWS = Deno.build.os === "windows";
const WINDOWS_EXTENSIONS = [".exe", ".cmd"];

/** @returns `null` when there is no such program. */
export async function findProgram(name: string, path: string): Promise<Command | null> {
  for (const folder of path.split(DELIMITER).filter(isAbsolute)) {
    for (const extension of WINDOWS ? WINDOWS_EXTENSIONS : [""]) {
      const file = join(folder, name + extension);
      if (await isExecutable(file)) return await commandFor(file, path);
    }
  }
  return null;
}

/** The command of a program whose place is known. */
export async function commandFor(file: string, path: string): Promise<Command> {
  if (extname(file).toLowerCase() !== ".cmd") return { cmd: file, args: [] };
  const target = shimTarget(await Deno.readTextFile(file));
  if (target === null) return { cmd: file, args: [] };
  const program = join(dirname(file), target);
  if (extname(program) === ".exe") return { cmd: program, args: [] };
  const node = await findProgram("node", `${dirname(file)}${DELIMITER}${path}`);
  return { cmd: node?.cmd ?? "node", args: [program] };
}

/**
 * Windows starts no `.cmd` file without a shell, and a shell would take quotes and line ends in arguments for its
 * own. npm's shims name what they run as `"%dp0%\node_modules\...\x.exe" %*`, a script comes after its interpreter.
 *
 * @returns The target's path from the shim's folder, or `null` when this is no such shim.
 */
export function shimTarget(shim: string): string | null {
  const targets = [...shim.matchAll(/"%(?:~dp0|dp0%)\\([^"]+\.(?:exe|js|cjs|mjs))"/gi)].map(([, path]) =>
    path
  );
  return targets.filter((path) => path !== undefined && !/^node\.exe$/i.test(path)).at(-1) ?? null;
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    const { isFile, mode } = await Deno.stat(file);
    return isFile && (WINDOWS || mode === null || (mode & 0o111) !== 0);
  } catch {
    return false; // Not there, or in a folder that is closed to us.
  }
}
