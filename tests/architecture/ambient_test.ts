import assert from "node:assert/strict";
import { join } from "@std/path";
import { ambientViolations, MAX_LINES, sizeViolations } from "./ambient.ts";
import { filesBelow, productSources, repositoryPath, ROOT, source } from "./source.ts";

Deno.test("newpi ends, reads the environment, prints and loads zod only as it may", () => {
  assert.deepEqual(ambientViolations(productSources()), []);
});
Deno.test(`newpi has no file of more than ${MAX_LINES} lines`, () => {
  const files = ["internal", "cmd", "web"].flatMap((dir) => filesBelow(join(ROOT, dir)));
  const texts = files.filter((file) => /\.(tsx?|css)$/.test(file)).map((file) => {
    return { path: repositoryPath(file), text: Deno.readTextFileSync(file) };
  });
  assert.ok(texts.length > 0);
  assert.deepEqual(sizeViolations(texts), []);
});

const rules = [
  { code: "Deno.exit(1);", refused: ["cmd/serve.ts", "internal/app/server.ts"], allowed: ["main.ts"] },
  { code: "process.exit(1);", refused: ["cmd/serve.ts"], allowed: ["main.ts"] },
  {
    code: 'Deno.env.get("HOME");',
    refused: ["main.ts", "cmd/serve.ts", "internal/app/server.ts", "internal/guard/hook.ts"],
    allowed: ["internal/settings/environment.ts", "internal/kernel/paths.ts"],
  },
  {
    code: "console.log(1);",
    refused: ["internal/log/log.ts", "internal/kernel/lock.ts", "web/main.tsx", "internal/console/mod.ts"],
    allowed: ["main.ts", "cmd/chat.ts", "internal/kernel/logger.ts"],
  },
  { code: 'import { z } from "zod";', refused: ["internal/contract/runs.ts"], allowed: ["web/main.tsx"] },
  { code: "`${console.error(1)}`;", refused: ["internal/log/log.ts"], allowed: ["cmd/chat.ts"] },
];
for (const { code, refused, allowed } of rules) {
  Deno.test(`ambientViolations() knows where ${code} may be`, () => {
    for (const path of refused) assert.equal(ambientViolations([source(path, code)]).length, 1, path);
    for (const path of allowed) assert.deepEqual(ambientViolations([source(path, code)]), []);
  });
}
Deno.test("ambientViolations() passes over comments, strings and members of that name", () => {
  const text = '// Deno.exit(1)\nconst a = "Deno.env console.log"; domains.console.log(a); console.open();';
  assert.deepEqual(ambientViolations([source("internal/app/server.ts", text)]), []);
});

Deno.test("sizeViolations() counts lines", () => {
  const withLines = (count: number) => ({ path: "a.ts", text: "x\n".repeat(count) });
  assert.deepEqual(sizeViolations([withLines(MAX_LINES)]), []);
  assert.equal(sizeViolations([withLines(MAX_LINES + 1)]).length, 1);
});
