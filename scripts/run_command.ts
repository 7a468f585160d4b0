/** Runs a command to its end with its output shown. @module */

/** @throws {Error} If it cannot be started or does not exit with 0. */
export async function runCommand(
  cmd: string,
  args: string[],
  options: Deno.CommandOptions = {},
): Promise<void> {
  const { success, code } = await new Deno.Command(cmd, {
    args,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
    ...options,
  }).output();
  if (!success) throw new Error(`"${cmd} ${args.join(" ")}" exited with ${code}`);
}
