/** The sources of newpi as the architecture tests see them. @module */
import { fromFileUrl, join, relative, SEPARATOR } from "@std/path";
import { blank } from "./scan.ts";

export interface Source {
  /** From the repository's root, with slashes. */
  path: string;
  /** Without comments; what they hold is blank, so that places stay the same. */
  code: string;
  /** Without comments and without what strings say. */
  bare: string;
}

export const ROOT = fromFileUrl(new URL("../..", import.meta.url));

export function source(path: string, text: string): Source {
  return { path, code: blank(text, ["comment"]), bare: blank(text, ["comment", "string"]) };
}

/** Everything that ends up in the executable; no tests. */
export function productSources(): Source[] {
  const dirs = ["internal", "cmd", "web"].flatMap((dir) => filesBelow(join(ROOT, dir)));
  const files = [join(ROOT, "main.ts"), ...dirs].filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => source(repositoryPath(file), Deno.readTextFileSync(file))).filter(isProduct);
}

export function isProduct({ path }: { path: string }): boolean {
  return !/_test\.tsx?$/.test(path);
}

export function repositoryPath(file: string): string {
  return relative(ROOT, file).replaceAll(SEPARATOR, "/");
}

export function filesBelow(dir: string): string[] {
  return [...Deno.readDirSync(dir)].flatMap((entry) => {
    const path = join(dir, entry.name);
    if (!entry.isDirectory) return [path];
    return entry.name === "node_modules" || entry.name === "dist" ? [] : filesBelow(path);
  });
}

/** `internal/log/store.ts` belongs to `log`, `cmd/serve.ts` to `cmd`. */
export function areaOf(path: string): string {
  const [top = "", domain = ""] = path.split("/");
  return top === "internal" ? domain : top;
}
