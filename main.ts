/** argv -> one file of cmd/, loaded lazily; prints the error; the only Deno.exit. */
import { describeError, errorKinds } from "./internal/kernel/errors.ts";

interface Command {
  /** @returns The exit code. */
  run(args: string[]): number | Promise<number>;
}

const commands: Record<string, () => Promise<Command>> = {
  "open": () => import("./cmd/open.ts"),
  "serve": () => import("./cmd/serve.ts"),
  "chat": () => import("./cmd/chat.ts"),
  "cancel": () => import("./cmd/cancel.ts"),
  "items": () => import("./cmd/items.ts"),
  "events": () => import("./cmd/events.ts"),
  "agents": () => import("./cmd/agents.ts"),
  "model": () => import("./cmd/model.ts"),
  "doctor": () => import("./cmd/doctor.ts"),
  "guard": () => import("./cmd/guard.ts"),
  "licenses": () => import("./cmd/licenses.ts"),
  "version": () => import("./cmd/version.ts"),
  "help": () => import("./cmd/help.ts"),
  "_demo-agent": () => import("./cmd/_demo-agent.ts"),
};

const aliases: Record<string, string> = {
  "--version": "version",
  "-V": "version",
  "--help": "help",
  "-h": "help",
};

async function main([first = "open", ...args]: string[]): Promise<number> {
  const name = aliases[first] ?? first;
  const [about] = args;
  if (name === "help" && about !== undefined) return await main([about, "--help"]);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return await (await load()).run(args);
  const { unknownCommand } = await import("./cmd/help.ts");
  throw unknownCommand(first, Object.keys(commands));
}

/** A fault of newpi shows where it happened. With `--json` a refusal is JSON, so that a machine reads no sentences. */
function report(error: unknown, asJson: boolean): number {
  const { kind, code, message } = describeError(error);
  if (kind === "internal" && error instanceof Error) console.error(error.stack);
  const refusal = { ok: false, error: { code, message } };
  console.error(asJson ? JSON.stringify(refusal) : `newpi: ${message} [${code}]`);
  return errorKinds[kind].exit;
}

try {
  Deno.exit(await main(Deno.args));
} catch (error) {
  // Whoever read the output has heard enough (`| head`).
  if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
  Deno.exit(report(error, Deno.args.includes("--json")));
}
