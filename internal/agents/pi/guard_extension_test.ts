import assert from "node:assert/strict";
import { join } from "@std/path";
import guard from "../../../plugins/pi/guard.ts";

const options = { ignore: Deno.build.os === "windows" };
const CALL = { toolCallId: "call_1", toolName: "bash", input: { command: "ls" } };

type Ask = (call: typeof CALL) => Promise<{ block: boolean; reason?: string } | undefined>;

/** What the extension answers when its guard is this shell script. */
async function askWith(script: string): Promise<ReturnType<Ask> extends Promise<infer T> ? T : never> {
  const dir = await Deno.makeTempDir();
  try {
    const file = join(dir, "guard");
    await Deno.writeTextFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return await extension([file, "guard", "--cli", "pi"])(CALL);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

function extension(command: string[]): Ask {
  Deno.env.set("NEWPI_GUARD", JSON.stringify(command));
  let handler: Ask = () => Promise.reject(new Error("no handler"));
  guard({ on: (_, added) => void (handler = added) });
  return handler;
}

Deno.test("pi's guard lets a call run that newpi lets pass", options, async () => {
  assert.equal(await askWith(`cat >/dev/null; echo '{"block":false}'`), undefined);
});

Deno.test("pi's guard blocks what newpi refuses, and says why", options, async () => {
  const verdict = await askWith(`cat >/dev/null; echo '{"block":true,"reason":"no"}'`);
  assert.deepEqual(verdict, { block: true, reason: "no" });
});

Deno.test("pi's guard tells newpi the call and its number", options, async () => {
  const verdict = await askWith(
    `read -r call; [ "$*" = "guard --cli pi" ] && case "$call" in ` +
      `'{"tool_name":"bash","tool_input":{"command":"ls"},"tool_use_id":"call_1","cwd":"'*) echo '{"block":false}';; esac`,
  );
  assert.equal(verdict, undefined);
});

const closed = [
  { name: "fails", script: `cat >/dev/null; echo '{"block":false}'; exit 1`, want: /it ended with 1/ },
  { name: "is killed", script: `kill -9 $$`, want: /it ended with/ },
  { name: "says nothing", script: "cat >/dev/null", want: /its answer could not be read/ },
  { name: "talks nonsense", script: "echo yes", want: /its answer could not be read/ },
  { name: "answers something else", script: `echo '{"block":"no"}'`, want: /its answer could not be read/ },
  { name: "reads nothing", script: "exit 3", want: /it ended with 3/ },
];
for (const { name, script, want } of closed) {
  Deno.test(`pi's guard blocks every call when newpi ${name}`, options, async () => {
    const verdict = await askWith(script);
    assert.equal(verdict?.block, true);
    assert.match(verdict?.reason ?? "", want);
  });
}

Deno.test("pi's guard blocks every call when newpi is not there", options, async () => {
  const verdict = await extension(["/nowhere/newpi"])(CALL);
  assert.equal(verdict?.block, true);
});

// The process that does not answer is ended, and may take a moment longer than this test.
const unhurried = { ...options, sanitizeOps: false, sanitizeResources: false };
Deno.test("pi's guard blocks a call when newpi does not answer in time", unhurried, async () => {
  const realTimeout = globalThis.setTimeout;
  const delays: number[] = [];
  const quick = (run: () => void, ms = 0) => {
    delays.push(ms);
    return realTimeout(run, ms / 1000);
  };
  Reflect.set(globalThis, "setTimeout", quick);
  try {
    const verdict = await askWith("exec sleep 60");
    assert.match(verdict?.reason ?? "", /it did not answer in time/);
    assert.ok(delays.includes(30_000));
  } finally {
    Reflect.set(globalThis, "setTimeout", realTimeout);
  }
});

Deno.test("pi's guard does not let pi start without a way to ask", () => {
  Deno.env.delete("NEWPI_GUARD");
  assert.throws(() => guard({ on: () => {} }), /NEWPI_GUARD/);
});
