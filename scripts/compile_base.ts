/**
 * The runtime that `deno compile` appends a program to.
 *
 * Deno downloads it from its own server, which not every network reaches. For Linux on x64 the same bytes are at the
 * start of a program in the npm registry that was compiled with this very version of Deno: cut off at the end of the
 * ELF file, they are checked against the hash of the original.
 *
 * @module
 */
import { join } from "@std/path";
import { runCommand } from "./run_command.ts";

const BASE = {
  deno: "2.4.2",
  target: "x86_64-unknown-linux-gnu",
  package: "@vltpkg/cli-linux-x64",
  packageVersion: "0.0.0-18",
  file: "vlr",
  bytes: 85_186_368,
  sha256: "2705685d7478610b98dcd43acecd457a19810146323041c8af8a88f7dd0b5e82",
};

/** @returns The path for `DENORT_BIN`, or `undefined` where Deno has to download its own. */
export async function compileBase(): Promise<string | undefined> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) return given;
  if (Deno.version.deno !== BASE.deno || Deno.build.target !== BASE.target) return undefined;
  const dir = cacheDir();
  const path = join(dir, `denort-${BASE.deno}`);
  if (await isIntact(path)) return path;
  try {
    await fetchBase(dir, path);
    return path;
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    console.error(`Cannot take the compile base from npm (${why}); Deno will download its own.`);
    return undefined;
  }
}

/** The environment for `deno compile`. An empty `DENORT_BIN` would not mean "none". */
export async function compileEnvironment(): Promise<Record<string, string>> {
  const base = await compileBase();
  return base === undefined ? {} : { DENORT_BIN: base };
}

function cacheDir(): string {
  const xdg = Deno.env.get("XDG_CACHE_HOME");
  const home = Deno.env.get("HOME");
  if (xdg) return join(xdg, "newpi-build");
  return home ? join(home, ".cache", "newpi-build") : join(Deno.cwd(), ".cache");
}

async function fetchBase(dir: string, path: string): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
  const temp = await Deno.makeTempDir({ dir });
  try {
    console.error(`Fetching the compile base (${BASE.package}, 182 MB, once)`);
    const specifier = `npm:${BASE.package}@${BASE.packageVersion}`;
    await runCommand(Deno.execPath(), ["cache", "-q", "--no-config", "--node-modules-dir=none", specifier], {
      cwd: temp,
      env: { DENO_DIR: temp },
    });
    const program = await findProgram(temp);
    await Deno.truncate(program, BASE.bytes);
    if (!await isIntact(program)) throw new Error("its checksum is not the expected one");
    await Deno.chmod(program, 0o755);
    await Deno.rename(program, path);
  } finally {
    await Deno.remove(temp, { recursive: true });
  }
}

/** Deno keeps packages below a folder that is named after the registry, whichever that is. */
async function findProgram(denoDir: string): Promise<string> {
  for await (const registry of Deno.readDir(join(denoDir, "npm"))) {
    const dir = join(denoDir, "npm", registry.name, BASE.package, BASE.packageVersion);
    const program = join(dir, BASE.file);
    if (await sizeOf(program) !== undefined) return program;
  }
  throw new Error(`the package has no file "${BASE.file}"`);
}

async function isIntact(path: string): Promise<boolean> {
  if (await sizeOf(path) !== BASE.bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === BASE.sha256;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) console.log(await compileBase() ?? "Deno downloads the compile base itself");
