/** A coding CLI on this machine: where it is, which version, with which environment it runs. @module */
import type { AgentKind } from "../contract/common.ts";
import type { AgentInfo } from "../contract/system.ts";
import { commandFor, findProgram, isExecutable } from "./locate.ts";
import { withPath } from "./login_path.ts";
import { ask } from "./probe.ts";
import type { Command } from "./session.ts";
import { findVersion } from "./versions.ts";

const VERSION_MS = 15_000;
const KEPT_MS = 20_000;

export interface FoundProgram {
  command: Command;
  /** `null`: it runs, but says nothing that looks like one. */
  version: string | null;
}

export type Search = FoundProgram | { problem: string };

export interface ProgramOptions {
  kind: AgentKind;
  /** File name without extension. */
  name: string;
  /** The cleaned environment of the runtime. */
  env: Record<string, string>;
  /** Where programs are looked for; asked once it is needed. */
  path: () => Promise<string>;
}

/** Answers are kept for 20 seconds: a page asks often, and a CLI takes its time to start. */
export function openProgram({ kind, name, env, path }: ProgramOptions) {
  const kept = new Map<string, { at: number; search: Promise<Search> }>();

  function find(binary = ""): Promise<Search> {
    const known = kept.get(binary);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.search;
    const search = look(binary);
    kept.set(binary, { at: performance.now(), search });
    return search;
  }

  async function look(binary: string): Promise<Search> {
    const folders = await path();
    if (binary !== "" && !await isExecutable(binary)) return { problem: `"${binary}" is no program` };
    const command = binary === "" ? await findProgram(name, folders) : await commandFor(binary, folders);
    if (command === null) return { problem: `${name} is not installed, or not on PATH` };
    return await askVersion(command, withPath(env, folders));
  }

  async function detect(binary?: string): Promise<AgentInfo> {
    const found = await find(binary);
    const problem = "problem" in found ? found.problem : null;
    const version = "problem" in found ? null : found.version;
    return { kind, available: problem === null, version, demo: false, problem };
  }

  /** The environment of a run, with every folder that a person's own terminal would search. */
  const surround = async (base = env) => withPath(base, await path());

  return { find, detect, surround };
}

export type Program = ReturnType<typeof openProgram>;

async function askVersion(command: Command, env: Record<string, string>): Promise<Search> {
  try {
    const asked = { ...command, args: [...command.args, "--version"] };
    const answer = await ask({ command: asked, env, timeoutMs: VERSION_MS });
    if (answer === null) return { problem: `"${command.cmd} --version" did not answer in time` };
    if (answer.code === 0) return { command, version: findVersion(answer.stdout) };
    const reason = answer.stderr.trim().slice(-300) || `exit code ${answer.code}`;
    return { problem: `"${command.cmd}" does not run: ${reason}` };
  } catch (error) {
    return { problem: `"${command.cmd}" does not run: ${error instanceof Error ? error.message : error}` };
  }
}
