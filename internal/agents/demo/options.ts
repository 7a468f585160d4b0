export type DemoRole = "primary" | "manager" | "worker" | "distiller";

export interface DemoOptions {
  role: DemoRole;
  sessionId: string;
  partial: boolean;
  states: boolean;
}

/** Reads those of Claude's flags that mean something to an agent without a model. */
export function readOptions(args: string[], states: boolean): DemoOptions {
  const valueOf = (flag: string) => args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
  return {
    role: roleOf(valueOf("--system-prompt") ?? valueOf("--append-system-prompt") ?? ""),
    sessionId: valueOf("--resume") ?? valueOf("--session-id") ?? crypto.randomUUID(),
    partial: args.includes("--include-partial-messages"),
    states,
  };
}

function roleOf(charter: string): DemoRole {
  const [, role] = /^newpi role: (primary|manager|worker|distiller)$/m.exec(charter.split("\n")[0] ?? "") ??
    [];
  return role === "primary" || role === "manager" || role === "distiller" ? role : "worker";
}
