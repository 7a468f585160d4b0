const WINDOWS = Deno.build.os === "windows";

/** Whether a child can lead a process group of its own; elsewhere its tree is ended by taskkill. */
export const hasGroups = !WINDOWS;

/**
 * Ends a child and what it started. POSIX: signals the group that `pid` leads. Windows has no signal that a
 * console program without a console would receive, so both signals end the whole tree at once, and only while
 * its root lives: children of a dead root cannot be found any more.
 */
export async function endGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  // 0 and 1 would be the caller's own group and every process there is.
  if (!Number.isInteger(pid) || pid <= 1) throw new RangeError(`Cannot signal the group of process ${pid}`);
  if (WINDOWS) {
    const args = ["/PID", String(pid), "/T", "/F"];
    await new Deno.Command("taskkill", { args, stdin: "null", stdout: "null", stderr: "null" }).output();
    return;
  }
  try {
    Deno.kill(-pid, signal);
  } catch (error) {
    // macOS refuses to signal a group whose members have ended but were not collected yet.
    if (!isGone(error) && !(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

/** The process ended between our look and our signal. */
export function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound;
}
