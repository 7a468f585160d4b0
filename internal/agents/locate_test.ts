import assert from "node:assert/strict";
import { join } from "@std/path";
import { findProgram, shimTarget } from "./locate.ts";

const shims = [
  {
    name: "a native program",
    text:
      '@ECHO off\r\nSETLOCAL\r\nCALL :find_dp0\r\n"%dp0%\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe"   %*\r\n',
    want: "node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe",
  },
  {
    name: "a script",
    text:
      'IF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n) ELSE (\r\n  SET "_prog=node"\r\n)\r\n' +
      'endLocal & "%_prog%"  "%dp0%\\node_modules\\@openai\\codex\\bin\\codex.js" %*\r\n',
    want: "node_modules\\@openai\\codex\\bin\\codex.js",
  },
  {
    name: "an old shim",
    text: '@"%~dp0\\node_modules\\pi\\dist\\cli.js" %*',
    want: "node_modules\\pi\\dist\\cli.js",
  },
  { name: "no shim at all", text: "@echo off\r\necho hello\r\n", want: null },
];
for (const { name, text, want } of shims) {
  Deno.test(`shimTarget() finds what runs behind ${name}`, () => assert.equal(shimTarget(text), want));
}

Deno.test({
  name: "findProgram() takes the first file on PATH that may be run",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await Deno.makeTempDir();
    try {
      for (const [folder, mode] of [["a", 0o644], ["b", 0o755], ["c", 0o755]] as const) {
        await Deno.mkdir(join(dir, folder));
        await Deno.writeTextFile(join(dir, folder, "tool"), "", { mode });
      }
      await Deno.mkdir(join(dir, "d", "folder"), { recursive: true });
      const path = ["", "relative", "a", "b", "c", "d"].map((part) => part && join(dir, part)).join(":");
      assert.deepEqual(await findProgram("tool", path), { cmd: join(dir, "b", "tool"), args: [] });
      assert.equal(await findProgram("folder", path), null);
      assert.equal(await findProgram("nothing", path), null);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
