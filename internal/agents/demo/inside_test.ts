import assert from "node:assert/strict";
import { join } from "@std/path";
import { insidePath } from "./inside.ts";

const cases = [
  { path: "a.txt", inside: true },
  { path: "new/deep/a.txt", inside: true },
  { path: "..a/b", inside: true },
  { path: "in/a.txt", inside: true },
  { path: "../a.txt", inside: false },
  { path: "new/../../a.txt", inside: false },
  { path: "/etc/passwd", inside: false },
  { path: "out/a.txt", inside: false },
  { path: "nowhere", inside: false },
  { path: ".", inside: false },
];
for (const { path, inside } of cases) {
  Deno.test({
    name: `insidePath() ${inside ? "allows" : "refuses"} ${path}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const outside = await Deno.makeTempDir();
      const root = await Deno.realPath(await Deno.makeTempDir());
      try {
        await Deno.mkdir(join(root, "real"));
        await Deno.symlink(join(root, "real"), join(root, "in"));
        await Deno.symlink(outside, join(root, "out"));
        await Deno.symlink(join(outside, "not-there"), join(root, "nowhere"));
        assert.equal(await insidePath(root, path), inside ? join(root, path) : null);
      } finally {
        await Deno.remove(root, { recursive: true });
        await Deno.remove(outside, { recursive: true });
      }
    },
  });
}
