/** Where programs are looked for: a runtime started by a desktop has not seen the person's shell profile. @module */
import { DELIMITER, join } from "@std/path";
import { ask } from "./probe.ts";

const MARKER = "__newpi_path__";
const LOGIN_SHELL_MS = 8000;

export interface LoginPathOptions {
  /** The environment of the runtime. */
  variables: Record<string, string>;
  askShell?: boolean;
  timeoutMs?: number;
}

/** The PATH of this process, then what the login shell adds, then the usual folders; each folder once. */
export async function loginPath(options: LoginPathOptions): Promise<string> {
  const { variables, askShell = true, timeoutMs = LOGIN_SHELL_MS } = options;
  const asked = askShell ? await askLoginShell(variables, timeoutMs) : "";
  return mergePaths(pathOf(variables), asked, usualFolders(variables).join(DELIMITER));
}

export function mergePaths(...paths: string[]): string {
  const folders = paths.flatMap((path) => path.split(DELIMITER)).filter((folder) => folder !== "");
  return [...new Set(folders)].join(DELIMITER);
}

/** Windows does not mind the case of a variable's name, and itself writes `Path`. */
const isPath = (name: string) =>
  name === "PATH" || Deno.build.os === "windows" && name.toUpperCase() === "PATH";

export function pathOf(variables: Record<string, string>): string {
  return Object.entries(variables).find(([name]) => isPath(name))?.[1] ?? "";
}

/** Adds folders behind those that are searched already. */
export function withPath(variables: Record<string, string>, folders: string): Record<string, string> {
  const others = Object.entries(variables).filter(([name]) => !isPath(name));
  return { ...Object.fromEntries(others), PATH: mergePaths(pathOf(variables), folders) };
}

/** Profiles print what they like, so the PATH stands between markers. */
async function askLoginShell(variables: Record<string, string>, timeoutMs: number): Promise<string> {
  const shell = variables.SHELL ?? "";
  if (Deno.build.os === "windows" || shell === "") return "";
  const script = `printf '%s' '${MARKER}'; /usr/bin/printenv PATH; printf '%s' '${MARKER}'`;
  const command = { cmd: shell, args: ["-l", "-i", "-c", script] };
  try {
    const answer = await ask({ command, env: variables, timeoutMs });
    return answer?.stdout.split(MARKER)[1]?.trim() ?? "";
  } catch {
    return ""; // No such shell: what the person has is on the PATH already, or nowhere.
  }
}

function usualFolders({ HOME, USERPROFILE, APPDATA }: Record<string, string>): string[] {
  if (Deno.build.os === "windows") {
    const npm = APPDATA === undefined ? [] : [join(APPDATA, "npm")];
    return USERPROFILE === undefined ? npm : [...npm, join(USERPROFILE, ".local", "bin")];
  }
  const own = [".local/bin", ".claude/local", ".npm-global/bin", ".bun/bin", ".deno/bin", ".volta/bin"];
  const system = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin"];
  return [...(HOME === undefined ? [] : own.map((folder) => join(HOME, folder))), ...system];
}
