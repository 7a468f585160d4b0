import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { PIXEL } from "../../tests/support/images.ts";
import { join } from "@std/path";
import { selfCommand } from "../kernel/assets.ts";
import type { AgentEvent, AgentResult, AgentSession, StartSpec } from "./driver.ts";
import { drivers, environment } from "./mod.ts";

const POSIX = Deno.build.os !== "windows";
const demo = drivers({ self: selfCommand() }).get("demo");

async function inDirectory(use: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  try {
    await use(cwd);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

function start(cwd: string, instructions: string, more: Partial<StartSpec> = {}): AgentSession {
  assert.ok(demo);
  return demo.start({
    runId: `run_${crypto.randomUUID().slice(0, 8)}`,
    role: "worker",
    charter: "newpi role: worker\nDo as you are told.",
    prompt: `Workspace: ${cwd}\nInstructions:\n${instructions}`,
    messageId: crypto.randomUUID(),
    cwd,
    env: environment({ ...Deno.env.toObject(), CLAUDECODE: "1" }),
    timeoutMs: 60_000,
    ...more,
  });
}

/** Runs to the end; `onEvent` may steer or stop meanwhile. */
async function follow(
  session: AgentSession,
  onEvent: (event: AgentEvent) => void = () => {},
): Promise<{ events: AgentEvent[]; result: AgentResult }> {
  const events: AgentEvent[] = [];
  for await (const event of session.events) {
    events.push(event);
    onEvent(event);
  }
  return { events, result: await session.result };
}

Deno.test({
  name: "demo agent is given images, first and while it works, and says how many",
  ignore: !POSIX,
  fn: () =>
    inDirectory(async (cwd) => {
      const path = join(cwd, "pixel.png");
      await Deno.writeFile(path, Buffer.from(PIXEL, "base64"));
      const image = { path, mimeType: "image/png" };
      const session = start(cwd, "WAIT: 0.5\nSAY: Bye.", { images: [image, image] });
      const { result } = await follow(session, (event) => {
        if (event.kind === "tool") void session.steer("SAY: And this.", crypto.randomUUID(), [image]);
      });
      const told =
        "I was given 2 images, and cannot see.\nWaited 0.5 s.\nI was given 1 image, and cannot see.";
      assert.equal(result.text, `${told}\nBye.\nAnd this.`);
    }),
});

Deno.test({
  name: "demo agent does the work and tells each step",
  ignore: !POSIX,
  fn: () =>
    inDirectory(async (cwd) => {
      const messageId = crypto.randomUUID();
      const text = "WRITE notes/hello.txt: hi\nRUN: cat notes/hello.txt\nREAD: notes/hello.txt\nSAY: Bye.";
      const { events, result } = await follow(start(cwd, text, { messageId }));
      assert.equal(await Deno.readTextFile(join(cwd, "notes/hello.txt")), "hi");
      assert.equal(
        result.text,
        "Wrote notes/hello.txt (2 bytes).\nRan `cat notes/hello.txt`.\n\n```\nhi\n```\n" +
          "notes/hello.txt says:\n\n```\nhi\n```\nBye.",
      );
      assert.deepEqual([result.ok, result.error, result.toolCalls], [true, null, 3]);
      assert.deepEqual(result.usage, {
        inputTokens: 0,
        outputTokens: 0,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        costUsd: 0,
      });
      const tool = (n: number, name: string, input: string, output: string) => {
        const callId = `toolu_demo_${n}`;
        return [
          { kind: "tool", callId, tool: name, input },
          { kind: "tool_result", callId, tool: name, isError: false, output },
        ];
      };
      assert.deepEqual(events.filter((event) => event.kind !== "delta"), [
        { kind: "taken", messageId },
        { kind: "session", sessionId: result.sessionId, version: "demo" },
        ...tool(1, "Write", "notes/hello.txt", "Wrote notes/hello.txt (2 bytes)."),
        ...tool(2, "Bash", "cat notes/hello.txt", "hi"),
        ...tool(3, "Read", "notes/hello.txt", "hi"),
        { kind: "text", text: result.text },
      ]);
      const live = events.flatMap((event) => event.kind === "delta" ? [event.text] : []);
      assert.ok(live.length > 1);
      assert.equal(live.join(""), result.text);
    }),
});

const failures = [
  { text: "SAY: First.\nFAIL: no luck\nWRITE late.txt: x", error: "First.\nno luck" },
  {
    text: "RUN: echo why; exit 3\nWRITE late.txt: x",
    error: "`echo why; exit 3` failed with exit code 3.\n\n```\nwhy\n```",
  },
  {
    text: "WRITE ../out.txt: x\nWRITE late.txt: x",
    error: "../out.txt is outside the task's directory, so I left it alone.",
  },
  { text: "WAIT: 601\nWRITE late.txt: x", error: "WAIT needs a number of seconds from 0 to 600." },
];
for (const { text, error } of failures) {
  Deno.test({
    name: `demo agent stops at what fails: ${text.split("\n", 1)[0]}`,
    ignore: !POSIX,
    fn: () =>
      inDirectory(async (cwd) => {
        const { result } = await follow(start(cwd, text));
        assert.deepEqual([result.ok, result.lost, result.error], [false, false, error]);
        assert.deepEqual([...Deno.readDirSync(cwd)], []);
      }),
  });
}

const decisions = [
  { role: "primary", message: "(user) RUN: date", want: "create_work_item" },
  { role: "manager", message: "(user) RUN: date", want: "spawn" },
] as const;
for (const { role, message, want } of decisions) {
  Deno.test(`demo agent decides as ${role}, in the session it is given`, () =>
    inDirectory(async (cwd) => {
      const prompt = `## Messages\n\n[ev_1] ${message}`;
      const charter = `newpi role: ${role}\n`;
      const { result } = await follow(start(cwd, "", { role, charter, prompt, resume: "session-1" }));
      const [, json = ""] = /^```json\n([^]*)\n```$/.exec(result.text) ?? [];
      assert.deepEqual(JSON.parse(json).effects.map(({ type }: { type: string }) => type), [want]);
      assert.equal(result.sessionId, "session-1");
    }));
}

Deno.test("demo agent takes words in while it works, in one run", () =>
  inDirectory(async (cwd) => {
    const session = start(cwd, "WAIT: 0.3\nWRITE a.txt: 1");
    const [added, remark] = [crypto.randomUUID(), crypto.randomUUID()];
    const sent: Promise<boolean>[] = [];
    const { events, result } = await follow(session, (event) => {
      if (event.kind !== "tool" || event.tool !== "Wait") return;
      sent.push(session.steer("WRITE b.txt: 2", added), session.steer("nice", remark));
    });
    assert.deepEqual(await Promise.all(sent), [true, true]);
    const taken = events.flatMap((event) => event.kind === "taken" ? [event.messageId] : []);
    assert.deepEqual(taken.slice(1), [added, remark]);
    assert.deepEqual([...Deno.readDirSync(cwd)].map(({ name }) => name).sort(), ["a.txt", "b.txt"]);
    assert.match(result.text, /Wrote b\.txt .*\nI found no instruction in "nice"\.$/s);
  }));

Deno.test("demo agent refuses words that come too late (T6)", () =>
  inDirectory(async (cwd) => {
    const session = start(cwd, "SAY: hi");
    await follow(session);
    assert.equal(await session.steer("SAY: more", crypto.randomUUID()), false);
  }));

for (const instruction of ["WAIT: 60", "RUN: sleep 60"]) {
  Deno.test({
    name: `demo agent stops when it is asked to during ${instruction}`,
    ignore: !POSIX,
    fn: () =>
      inDirectory(async (cwd) => {
        const session = start(cwd, `${instruction}\nWRITE late.txt: x`);
        let stopped: Promise<void> | undefined;
        const { events, result } = await follow(session, (event) => {
          if (event.kind === "tool") stopped ??= session.interrupt();
        });
        await stopped;
        assert.deepEqual([result.cancelled, result.ok, result.lost, result.error], [
          true,
          false,
          false,
          null,
        ]);
        assert.equal(events.at(-1)?.kind, "tool_result", "it stopped by itself, it was not killed");
        assert.deepEqual([...Deno.readDirSync(cwd)], []);
      }),
  });
}

Deno.test({
  name: "demo agent leaves nothing behind when it is killed",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inDirectory(async (cwd) => {
      const session = start(cwd, "RUN: setsid sleep 60 & echo $! $$ > pids; mv pids ready; sleep 60");
      let killed: Promise<void> | undefined;
      const { result } = await follow(session, (event) => {
        if (event.kind === "tool") killed ??= waitFor(join(cwd, "ready")).then(() => session.kill());
      });
      await killed;
      assert.deepEqual([result.lost, result.ok, result.cancelled], [true, false, false]);
      const pids = (await Deno.readTextFile(join(cwd, "ready"))).trim().split(" ");
      for (const pid of pids) {
        const state = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "gone");
        assert.match(state, /gone|\) Z /, `process ${pid} is left`);
      }
    }),
});

async function waitFor(path: string): Promise<void> {
  const watcher = Deno.watchFs(join(path, ".."));
  if (await Deno.stat(path).then(() => true, () => false)) return watcher.close();
  for await (const _ of watcher) if (await Deno.stat(path).then(() => true, () => false)) break;
}

Deno.test("demo agent is stopped when its time is up", () =>
  inDirectory(async (cwd) => {
    const { result } = await follow(start(cwd, "WAIT: 60", { timeoutMs: 1500 }));
    assert.deepEqual([result.ok, result.lost, result.cancelled], [false, false, false]);
    assert.equal(result.error, "The agent did not finish within 2 seconds");
  }));

Deno.test({
  name: "demo agent hands its run's id to what it starts, and no mark of an outer agent",
  ignore: !POSIX,
  fn: () =>
    inDirectory(async (cwd) => {
      const { result } = await follow(
        start(cwd, "RUN: env | grep -E 'NEWPI_RUN|CLAUDE_?CODE'", { runId: "run_env" }),
      );
      const [, output = ""] = /```\n([^]*)\n```/.exec(result.text) ?? [];
      assert.deepEqual(output.split("\n").sort(), [
        "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS=1",
        "NEWPI_RUN_ID=run_env",
      ]);
    }),
});

Deno.test("demo agent is always there and says that it is a demo", async () => {
  const info = await demo?.detect();
  assert.deepEqual([info?.available, info?.demo, info?.problem], [true, true, null]);
});
