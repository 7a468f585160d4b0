/** Models and efforts that may be chosen for each CLI; any model name may also be typed. @module */
import type { AgentKind } from "../contract/common.ts";
import type { ModelList } from "../contract/settings.ts";
import { asObjects, asText, parseObject } from "./narrow.ts";
import { ask } from "./probe.ts";
import type { Program } from "./program.ts";

const LIST_MS = 20_000;

const EFFORTS: Readonly<Record<AgentKind, string[]>> = {
  demo: [],
  claude: ["low", "medium", "high", "xhigh", "max"],
  codex: ["minimal", "low", "medium", "high", "xhigh", "max", "ultra"],
  pi: ["off", "minimal", "low", "medium", "high", "xhigh", "max"],
};

/** Shown when a CLI cannot be asked. Claude Code cannot: its aliases always name the newest of each kind. */
const MODELS: Readonly<Record<AgentKind, string[]>> = {
  demo: [],
  claude: ["fable", "opus", "sonnet", "haiku"],
  codex: ["gpt-6.2-sol", "gpt-6.2-astra", "gpt-6-luna"],
  pi: [],
};

export function builtinModels(agent: AgentKind, error: string | null = null): ModelList {
  const models = MODELS[agent].map((id) => ({ id }));
  return { agent, models, efforts: EFFORTS[agent], source: "builtin", error };
}

/** How a CLI is asked for its models, and how its answer is read. */
export interface ModelQuestion {
  args: string[];
  parse(stdout: string): ModelList["models"];
}

export const codexModels: ModelQuestion = {
  args: ["debug", "models"],
  parse(stdout) {
    const listed = asObjects(parseObject(stdout)?.models).filter(({ visibility }) => visibility !== "hide");
    return listed.map(({ slug, supported_reasoning_levels: levels }) => {
      return { id: asText(slug), efforts: asObjects(levels).map(({ effort }) => asText(effort)) };
    }).filter(({ id }) => id !== "");
  },
};

/** A table whose first line names its columns; a model is known by its provider's name before its own. */
export const piModels: ModelQuestion = {
  args: ["--list-models", "--offline"],
  parse(stdout) {
    const [head = "", ...rows] = stdout.split("\n").map((line) => line.trim());
    if (!/^provider\s+model\b/.test(head)) return [];
    return rows.flatMap((row) => {
      const [provider, model] = row.split(/\s+/);
      return provider && model ? [{ id: `${provider}/${model}` }] : [];
    });
  },
};

/** Asks the CLI; when it does not say, the list that newpi brings and why. */
export async function askModels(
  agent: AgentKind,
  { args, parse }: ModelQuestion,
  program: Program,
  binary?: string,
): Promise<ModelList> {
  const found = await program.find(binary);
  if ("problem" in found) return builtinModels(agent, found.problem);
  const { cmd, args: own } = found.command;
  const command = { cmd, args: [...own, ...args] };
  const answer = await ask({ command, env: await program.surround(), timeoutMs: LIST_MS });
  if (answer === null) return builtinModels(agent, `"${cmd} ${args.join(" ")}" did not answer in time`);
  const models = answer.code === 0 ? parse(answer.stdout) : [];
  if (models.length > 0) return { agent, models, efforts: EFFORTS[agent], source: "cli", error: null };
  const reason = answer.stderr.trim().slice(-300) || answer.stdout.trim().slice(-300) || "it names no model";
  return builtinModels(agent, reason);
}
