/** The licences of everything that a build puts into the executable. @module */
import { join } from "@std/path";
import type { Metafile } from "esbuild";

interface Package {
  name: string;
  version: string;
  license?: string;
}

/**
 * @param modules Paths of all bundled modules; those outside `node_modules` are newpi's own.
 * @returns newpi's licence, the runtime's, then one notice for each package, in order of name.
 */
export async function noticesText(modules: Iterable<string>): Promise<string> {
  const own = await Deno.readTextFile("LICENSE");
  const runtime = await Deno.readTextFile("scripts/runtime_notices.txt");
  const notices = await Promise.all(packageDirs(modules).map(noticeOf));
  return [`newpi\n\n${own.trim()}`, runtime.trim(), ...notices.sort()].join(`\n\n${"-".repeat(80)}\n\n`) +
    "\n";
}

/** The folders of the packages that the modules are from, each once. */
export function packageDirs(modules: Iterable<string>): string[] {
  const dirs = new Set<string>();
  for (const module of modules) {
    const dir = module.match(/^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
    if (dir !== undefined) dirs.add(dir);
  }
  return [...dirs];
}

export function bundledModules(metafile: Metafile): string[] {
  return Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
}

/** What went into the page, by the source maps beside its scripts. */
export async function pageModules(webDist: string): Promise<string[]> {
  const dir = join(webDist, "assets");
  const maps = [...Deno.readDirSync(dir)].filter(({ name }) => name.endsWith(".js.map"));
  const sources = maps.map(async ({ name }) => {
    const map: { sources: string[] } = JSON.parse(await Deno.readTextFile(join(dir, name)));
    return map.sources.map((source) => join(dir, source).replaceAll("\\", "/"));
  });
  return (await Promise.all(sources)).flat();
}

async function noticeOf(dir: string): Promise<string> {
  const { name, version, license }: Package = JSON.parse(await Deno.readTextFile(join(dir, "package.json")));
  const texts = [...Deno.readDirSync(dir)].filter((entry) => {
    return entry.isFile && /^(licen[cs]e|copying|notice)([.-]|$)/i.test(entry.name);
  });
  const title = `${name} ${version}${license ? ` (${license})` : ""}`;
  if (texts.length === 0) return `${title}\n\nThe package comes without the text of its licence.`;
  const bodies = texts.map(({ name }) => Deno.readTextFileSync(join(dir, name)).trim());
  return [title, ...bodies].join("\n\n");
}
