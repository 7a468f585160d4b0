/**
 * Makes `dist/newpi`: the page by Vite, the code by esbuild, both into one stage, which `deno compile` embeds.
 * All of it happens in a temporary folder; a build that fails leaves the last good executable as it was.
 *
 * @module
 */
import { dirname, join } from "@std/path";
import web from "../web/deno.json" with { type: "json" };
import { version } from "../internal/kernel/assets.ts";
import { bundle } from "./bundle.ts";
import { compileEnvironment } from "./compile_base.ts";
import { bundledModules, noticesText, pageModules } from "./notices.ts";
import { runCommand } from "./run_command.ts";
import { packWeb } from "./web_pack.ts";

const EXECUTABLE = Deno.build.os === "windows" ? "newpi.exe" : "newpi";

/**
 * Young objects have 8 MB from the start: fewer collections while newpi starts, and no more later, which saves memory.
 * Old ones are marked while others are made: as tasks, V8 marks them all at once and holds the event loop for 20 ms.
 */
const V8_FLAGS = "--min-semi-space-size=8,--max-semi-space-size=8,--no-incremental-marking-task";

/** Of a stage, `deno compile` embeds what is named; the entry brings its static imports along. */
async function compile(stage: string, output: string): Promise<void> {
  const files = [...Deno.readDirSync(stage)].map(({ name }) => name).filter((name) => name !== "main.js");
  const includes = files.flatMap((name) => ["--include", name]);
  // --no-config keeps node_modules out; the code cache would be one file with a guessable name in a shared /tmp.
  const flags = ["-q", "-A", "--no-check", "--no-config", "--no-code-cache", `--v8-flags=${V8_FLAGS}`];
  await runCommand(Deno.execPath(), ["compile", ...flags, ...includes, "-o", output, "main.js"], {
    cwd: stage,
    env: await compileEnvironment(),
  });
}

/** Source maps are not packed; they tell which packages the page is made of. */
async function buildPage(): Promise<void> {
  const args = ["run", "-A", "-q", web.imports.vite, "build", "--logLevel", "warn", "--sourcemap", "hidden"];
  await runCommand(Deno.execPath(), args, { cwd: "web" });
}

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Those that newpi itself hands to a program at run time, by their paths in `plugins/`. */
const PLUGINS = ["pi/guard.ts"];

async function copyPlugins(stage: string): Promise<void> {
  for (const path of PLUGINS) {
    const copy = join(stage, "plugins", path);
    await Deno.mkdir(dirname(copy), { recursive: true });
    await Deno.copyFile(join("plugins", path), copy);
  }
}

async function checkVersion(executable: string): Promise<void> {
  const { stdout } = await new Deno.Command(executable, { args: ["--version"], stderr: "inherit" }).output();
  const said = new TextDecoder().decode(stdout).trim();
  if (!said.includes(version)) {
    throw new Error(`The executable says "${said}" when asked for version ${version}`);
  }
}

async function build(temp: string): Promise<void> {
  const started = performance.now();
  const done = (step: string) =>
    console.error(`${(performance.now() - started).toFixed(0).padStart(6)} ms  ${step}`);
  const stage = join(temp, "stage");
  await Deno.mkdir(join(stage, "migrations"), { recursive: true });

  await buildPage();
  await Deno.writeFile(join(stage, "web.pack"), await packWeb("web/dist"));
  done("page");

  const metafile = await bundle(stage);
  await Deno.writeTextFile(join(temp, "meta.json"), JSON.stringify(metafile));
  done("bundle");

  const modules = [...bundledModules(metafile), ...await pageModules("web/dist")];
  await Deno.writeFile(join(stage, "licenses.gz"), await gzip(await noticesText(modules)));
  for (const { name } of Deno.readDirSync("migrations")) {
    await Deno.copyFile(join("migrations", name), join(stage, "migrations", name));
  }
  await copyPlugins(stage);
  const executable = join(temp, EXECUTABLE);
  await compile(stage, executable);
  await checkVersion(executable);
  done(`compile: ${(Deno.statSync(executable).size / 1e6).toFixed(1)} MB`);

  for (const name of ["web.pack", "licenses.gz"]) await Deno.rename(join(stage, name), join("dist", name));
  await Deno.rename(join(temp, "meta.json"), "dist/meta.json");
  await Deno.rename(executable, join("dist", EXECUTABLE));
}

Deno.chdir(new URL("..", import.meta.url));
await Deno.mkdir("dist", { recursive: true });
const temp = await Deno.makeTempDir({ dir: await Deno.realPath("dist"), prefix: ".build-" });
try {
  await build(temp);
} finally {
  await Deno.remove(temp, { recursive: true });
}
