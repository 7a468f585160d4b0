/** The same deed by the tools of different CLIs. @module */
import type { ToolCall } from "./protocol.ts";
import type { Action, Turn } from "./script.ts";

export type Deed = Extract<Action, { do: "shell" | "write" | "call" }>;

/** @throws {Error} If the request offered no tool for it: a real model would never have called one. */
export function toolCall(deed: Deed, { tools }: Turn, id: string): ToolCall {
  if (deed.do === "call") return { id, tool: deed.tool, input: deed.input };
  if (deed.do === "shell") return shellCall(deed.command, tools, id);
  const { path, content } = deed;
  if (tools.includes("Write")) return { id, tool: "Write", input: { file_path: path, content } };
  if (tools.includes("write")) return { id, tool: "write", input: { path, content } };
  return shellCall(patch(path, content), tools, id);
}

function shellCall(command: string, tools: string[], id: string): ToolCall {
  if (tools.includes("Bash")) return { id, tool: "Bash", input: { command, description: "as asked" } };
  if (tools.includes("bash")) return { id, tool: "bash", input: { command } };
  if (tools.includes("exec_command")) return { id, tool: "exec_command", input: { cmd: command } };
  throw new Error(`No tool among ${tools.join(", ")} runs a command`);
}

/** codex knows no tool that writes, but a command of its own that applies a patch. */
function patch(path: string, content: string): string {
  const lines = content.replace(/\n$/, "").split("\n").map((line) => `+${line}`);
  return [
    "apply_patch <<'PATCH'",
    "*** Begin Patch",
    `*** Add File: ${path}`,
    ...lines,
    "*** End Patch",
    "PATCH",
  ].join("\n");
}
