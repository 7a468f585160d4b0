import { fromFileUrl } from "@std/path";
import assert from "node:assert/strict";
import type { Report } from "./inside.ts";

const INSIDE = fromFileUrl(new URL("inside.ts", import.meta.url));

/** A network of its own needs root, or a kernel that lets everybody be root in a namespace. */
async function namespaceCommand(): Promise<string[] | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  for (const flags of [["-n"], ["-r", "-n"]]) {
    const tried = await new Deno.Command("unshare", { args: [...flags, "true"], stderr: "null" }).output()
      .catch(() => undefined);
    if (tried?.success) return ["unshare", ...flags];
  }
  return undefined;
}

const command = await namespaceCommand();
if (command === undefined) {
  console.log(
    "tests/network is skipped: a network namespace needs Linux and root (or unprivileged namespaces)",
  );
}

async function report(): Promise<Report> {
  const [cmd = "", ...flags] = command ?? [];
  const { stdout, stderr, success } = await new Deno.Command(cmd, {
    args: [...flags, Deno.execPath(), "run", "-A", "--no-check", "--cached-only", INSIDE],
    // The deno that runs the test inside looks for a newer one; newpi has no such thing.
    env: { DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const text = new TextDecoder().decode(stderr);
  assert.ok(success, text);
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test({
  name: "newpi without a network works, and tries to reach nobody",
  ignore: command === undefined,
  async fn() {
    const { newpi, control, answers, file, pages, events } = await report();
    assert.ok(control.noRoute > 0, "an attempt to leave this machine is counted at all");
    assert.deepEqual(newpi, { noRoute: 0, datagrams: 0 });
    for (const { what, code, text } of answers) assert.equal(code, 0, `newpi ${what}: ${text}`);
    assert.equal(file, "hi");
    assert.ok(pages.length > 5);
    for (const { path, status } of pages) assert.equal(status, 200, path);
    assert.equal(events.length, 10);
  },
});
