/** What a start of the program loads, read from esbuild's own account of the bundle. @module */
import type { Metafile } from "esbuild";

export interface ImportGraph {
  /** Of all chunks that are loaded. */
  bytes: number;
  /** Source files in them. */
  modules: Set<string>;
  /** Imports that stay imports, such as `node:sqlite`. */
  externals: Set<string>;
}

/**
 * Follows static imports from the chunk of each entry; what an `import()` loads is left out.
 *
 * @throws {Error} If an entry has no chunk of its own.
 */
export function importGraph(metafile: Metafile, entries: string[]): ImportGraph {
  const waiting = entries.map((entry) => chunkOf(metafile, entry));
  const seen = new Set<string>();
  const graph: ImportGraph = { bytes: 0, modules: new Set(), externals: new Set() };
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const chunk = metafile.outputs[path];
    if (chunk === undefined || seen.has(path)) continue;
    seen.add(path);
    graph.bytes += chunk.bytes;
    for (const module of Object.keys(chunk.inputs)) graph.modules.add(module);
    for (const { path, kind, external } of chunk.imports) {
      if (external) graph.externals.add(path);
      else if (kind !== "dynamic-import") waiting.push(path);
    }
  }
  return graph;
}

function chunkOf(metafile: Metafile, entry: string): string {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry);
  if (found === undefined) throw new Error(`"${entry}" has no chunk: main.ts has to load it with import()`);
  return found[0];
}
