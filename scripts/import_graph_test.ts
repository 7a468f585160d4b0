import assert from "node:assert/strict";
import type { Metafile } from "esbuild";
import { importGraph } from "./import_graph.ts";

type Import = Metafile["outputs"][string]["imports"][number];
const chunk = (bytes: number, input: string, imports: Import[], entryPoint?: string) => ({
  bytes,
  inputs: { [input]: { bytesInOutput: bytes } },
  imports,
  exports: [],
  entryPoint,
});
const metafile: Metafile = {
  inputs: {},
  outputs: {
    "guard.js": chunk(10, "cmd/guard.ts", [
      { path: "shared.js", kind: "import-statement" },
      { path: "lazy.js", kind: "dynamic-import" },
    ], "cmd/guard.ts"),
    "shared.js": chunk(5, "internal/kernel/ids.ts", [
      { path: "guard.js", kind: "import-statement" },
      { path: "node:path", kind: "import-statement", external: true },
    ]),
    "lazy.js": chunk(1000, "node_modules/zod/index.js", [
      { path: "node:sqlite", kind: "import-statement", external: true },
    ]),
  },
};

Deno.test("importGraph() follows static imports, also in a circle, and no dynamic ones", () => {
  assert.deepEqual(importGraph(metafile, ["cmd/guard.ts"]), {
    bytes: 15,
    modules: new Set(["cmd/guard.ts", "internal/kernel/ids.ts"]),
    externals: new Set(["node:path"]),
  });
});
Deno.test("importGraph() counts a shared chunk once", () => {
  assert.equal(importGraph(metafile, ["cmd/guard.ts", "cmd/guard.ts"]).bytes, 15);
});
Deno.test("importGraph() says which entry has no chunk", () => {
  assert.throws(() => importGraph(metafile, ["cmd/nobody.ts"]), /cmd\/nobody\.ts/);
});
