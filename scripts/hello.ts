/** The smallest program that `deno compile` makes: what every start is measured against. @module */
import { join } from "@std/path";
import { compileEnvironment } from "./compile_base.ts";
import { runCommand } from "./run_command.ts";

/** @returns Its path, in `dir`. */
export async function compileHello(dir: string): Promise<string> {
  await Deno.writeTextFile(join(dir, "hello.js"), 'console.log("hello");\n');
  const args = [
    "compile",
    "-q",
    "-A",
    "--no-check",
    "--no-config",
    "--no-code-cache",
    "-o",
    "hello",
    "hello.js",
  ];
  await runCommand(Deno.execPath(), args, { cwd: dir, env: await compileEnvironment() });
  return join(dir, "hello");
}
