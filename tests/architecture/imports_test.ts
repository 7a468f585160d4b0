import assert from "node:assert/strict";
import { importsOf, importViolations } from "./imports.ts";
import { productSources, source } from "./source.ts";

Deno.test("newpi's imports follow the table", () => assert.deepEqual(importViolations(productSources()), []));
Deno.test("newpi's imports are found at all", () => {
  const local = productSources().flatMap(importsOf).filter(({ isLocal }) => isLocal);
  assert.ok(local.length > 100, `only ${local.length} local imports`);
});

const forms = [
  { name: "a named import", text: 'import { a, type B } from "./b.ts";', to: "internal/log/b.ts" },
  {
    name: "an import of types",
    text: 'import type { B } from "../kernel/b.ts";',
    to: "internal/kernel/b.ts",
  },
  { name: "a default import", text: "import b from './b.ts'", to: "internal/log/b.ts" },
  { name: "an import over lines", text: 'import {\n  a,\n} from "./b.ts";', to: "internal/log/b.ts" },
  { name: "an import for effect", text: 'import "./b.ts";', to: "internal/log/b.ts" },
  { name: "an export", text: 'export { a } from "./b.ts";', to: "internal/log/b.ts" },
  { name: "an export of types", text: 'export type { A } from "./b.ts";', to: "internal/log/b.ts" },
  { name: "a package", text: 'import { z } from "zod";', to: "zod" },
  { name: "a load", text: 'const b = await import("./b.ts");', to: "internal/log/b.ts" },
];
for (const { name, text, to } of forms) {
  Deno.test(`importsOf() finds ${name}`, () => {
    assert.deepEqual(importsOf(source("internal/log/a.ts", text)).map((edge) => edge.to), [to]);
  });
}
Deno.test("importsOf() finds every import of a file, and none in a comment", () => {
  const text =
    'import a from "a";\n// import b from "b";\nimport c from "c"; /* import("d") */\nexport const e = 1;';
  assert.deepEqual(importsOf(source("internal/log/a.ts", text)).map((edge) => edge.to), ["a", "c"]);
});

const allowed = [
  { from: "internal/log/store.ts", to: "../kernel/sqlite.ts" },
  { from: "internal/log/store.ts", to: "../contract/log.ts" },
  { from: "internal/work/pool.ts", to: "../runs/mod.ts" },
  { from: "internal/work/deep/pool.ts", to: "../items.ts" },
  { from: "internal/app/http/app.ts", to: "../../views/mod.ts" },
  { from: "internal/app/runtime.ts", to: "../client/mod.ts" },
  { from: "internal/client/mod.ts", to: "../contract/system.ts" },
  { from: "internal/guard/hook.ts", to: "../kernel/ids.ts" },
  { from: "internal/guard/hook.ts", to: "./rules.ts" },
  { from: "internal/kernel/assets.ts", to: "../../deno.json" },
  { from: "internal/contract/runs.ts", to: "./common.ts" },
  { from: "internal/contract/runs.ts", to: "zod" },
  { from: "cmd/serve.ts", to: "../internal/app/mod.ts" },
  { from: "cmd/guard.ts", to: "../internal/guard/hook.ts" },
  { from: "cmd/_demo-agent.ts", to: "../internal/agents/demo/mod.ts" },
  { from: "web/main.tsx", to: "../internal/contract/log.ts" },
  { from: "web/main.tsx", to: "/ui/button.tsx" },
  { from: "web/main.tsx", to: "preact" },
  { from: "main.ts", to: "./internal/kernel/errors.ts" },
];
for (const { from, to } of allowed) {
  Deno.test(`importViolations() lets ${from} import ${to}`, () => {
    assert.deepEqual(importViolations([source(from, `import { a } from "${to}";`)]), []);
  });
}

const refused = [
  { from: "internal/kernel/ids.ts", to: "../log/mod.ts", why: "upwards" },
  { from: "internal/settings/mod.ts", to: "../guard/mod.ts", why: "sideways" },
  { from: "internal/runs/mod.ts", to: "../agents/mod.ts", why: "sideways" },
  { from: "internal/work/pool.ts", to: "../runs/store.ts", why: "past a mod.ts" },
  { from: "internal/work/pool.ts", to: "../runs/deep/mod.ts", why: "past a mod.ts" },
  { from: "internal/work/pool.ts", to: "../client/mod.ts", why: "the runtime is not its own client" },
  { from: "internal/client/mod.ts", to: "../log/mod.ts", why: "the client is outside of the runtime" },
  { from: "internal/client/mod.ts", to: "../app/mod.ts", why: "the client is outside of the runtime" },
  { from: "internal/nobody/mod.ts", to: "../kernel/ids.ts", why: "not in the table" },
  { from: "internal/work/pool.ts", to: "../nobody/mod.ts", why: "not in the table" },
  { from: "internal/app/runtime.ts", to: "../../cmd/serve.ts", why: "upwards" },
  { from: "internal/app/runtime.ts", to: "../../web/state/api.ts", why: "the page is no library" },
  { from: "internal/guard/hook.ts", to: "../contract/common.ts", why: "more than the kernel" },
  { from: "internal/guard/hook.ts", to: "./mod.ts", why: "more than the kernel" },
  { from: "internal/guard/hook.ts", to: "./admin/rules.ts", why: "more than the kernel" },
  { from: "internal/guard/rules.ts", to: "../log/mod.ts", why: "a part of the hook" },
  { from: "internal/guard/rules.ts", to: "zod", why: "a part of the hook" },
  { from: "internal/guard/hook.ts", to: "zod", why: "a package" },
  { from: "internal/contract/runs.ts", to: "../kernel/ids.ts", why: "the page imports it too" },
  { from: "internal/contract/runs.ts", to: "node:path", why: "the page imports it too" },
  { from: "cmd/chat.ts", to: "../internal/guard/hook.ts", why: "past a mod.ts" },
  { from: "web/main.tsx", to: "../internal/log/mod.ts", why: "more than the contract" },
  { from: "web/main.tsx", to: "../cmd/serve.ts", why: "more than the contract" },
  { from: "web/main.tsx", to: "node:fs", why: "not in a browser" },
  { from: "web/main.tsx", to: "@std/path", why: "not in a browser" },
  { from: "main.ts", to: "./cmd/serve.ts", why: "every command would wait for it" },
  { from: "main.ts", to: "hono", why: "every command would wait for it" },
];
for (const { from, to, why } of refused) {
  Deno.test(`importViolations() refuses ${to} in ${from}: ${why}`, () => {
    assert.equal(importViolations([source(from, `import { a } from "${to}";`)]).length, 1);
  });
}
Deno.test("importViolations() lets main.ts load commands, and nothing else", () => {
  const load = (path: string) => importViolations([source("main.ts", `const a = () => import("${path}");`)]);
  assert.deepEqual(load("./cmd/serve.ts"), []);
  assert.equal(load("./internal/app/mod.ts").length, 1);
});
