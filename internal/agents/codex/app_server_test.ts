import assert from "node:assert/strict";
import type { AgentEvent } from "../driver.ts";
import { asObject, asText, type JsonObject, parseObject } from "../narrow.ts";
import { codexAppServer } from "./app_server.ts";

const THREAD = "t1";

/** The app-server's side: says what a test wants it to say, and collects what was asked of it. */
function conversation(resume?: string) {
  const protocol = codexAppServer({
    thread: { cwd: "/w" },
    turn: { effort: "high" },
    input: [{ type: "text", text: "Go" }],
    messageId: "np-1",
    version: "0.1.0",
    resume,
  });
  const asked: JsonObject[] = [];
  const events: AgentEvent[] = [];
  const wrote = (text: string) => {
    asked.push(...text.split("\n").filter((line) => line !== "").map((line) => asObject(parseObject(line))));
  };
  function say(message: JsonObject) {
    const reading = protocol.read(JSON.stringify(message));
    events.push(...reading.events);
    wrote(reading.write ?? "");
  }
  const notify = (method: string, params: JsonObject) =>
    say({ method, params: { threadId: THREAD, ...params } });
  /** Answers the last request of that kind. */
  function answer(method: string, answer: JsonObject) {
    const request = asked.findLast((each) => each.method === method);
    assert.ok(request, `${method} was asked`);
    say({ id: request.id, ...answer });
  }
  wrote(protocol.open());
  return {
    protocol,
    asked,
    events,
    say,
    notify,
    answer,
    steer: (text: string, id: string) => wrote(protocol.steer(text, id)),
    interrupt: () => wrote(protocol.interrupt()),
    methods: () => asked.map(({ method }) => asText(method)),
    open() {
      answer("initialize", { result: {} });
      answer(resume === undefined ? "thread/start" : "thread/resume", { result: { thread: { id: THREAD } } });
    },
    begin(turnId = "d1") {
      answer("turn/start", { result: { turn: { id: turnId } } });
      notify("turn/started", { turn: { id: turnId } });
    },
    takes: (id: string, turnId = "d1") =>
      notify("item/started", { turnId, item: { type: "userMessage", clientId: id } }),
    ends: (turnId = "d1", status = "completed") => notify("turn/completed", { turn: { id: turnId, status } }),
    taken: () => events.flatMap((event) => event.kind === "taken" ? [event.messageId] : []),
  };
}

const REFUSED = { error: { code: -32600, message: "no active turn to steer" } };

Deno.test("codexAppServer() opens a thread before it says anything", () => {
  const codex = conversation();
  assert.deepEqual(codex.methods(), ["initialize"]);
  codex.open();
  assert.deepEqual(codex.methods(), ["initialize", "initialized", "thread/start", "turn/start"]);
  assert.deepEqual(codex.asked.at(-1)?.params, {
    threadId: THREAD,
    clientUserMessageId: "np-1",
    input: [{ type: "text", text: "Go" }],
    effort: "high",
  });
});

Deno.test("codexAppServer() starts a new turn with a message that came too late (T6)", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  codex.takes("np-1");
  codex.steer("In French.", "np-2");
  codex.ends();
  assert.equal(codex.protocol.isIdle(), false, "its answer is awaited");
  codex.answer("turn/steer", REFUSED);
  assert.equal(codex.methods().at(-1), "turn/start");
  assert.equal(asObject(codex.asked.at(-1)?.params).clientUserMessageId, "np-2");
  codex.begin("d2");
  codex.takes("np-2", "d2");
  codex.ends("d2");
  assert.deepEqual(codex.taken(), ["np-1", "np-2"]);
  assert.equal(codex.protocol.isIdle(), true);
});

Deno.test("codexAppServer() does the same with one that was accepted and not read (T6)", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  codex.takes("np-1");
  codex.steer("In French.", "np-2");
  codex.answer("turn/steer", { result: { turnId: "d1" } });
  codex.ends();
  assert.equal(codex.methods().filter((method) => method === "turn/start").length, 2);
});

Deno.test("codexAppServer() does not send a message twice that was read", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  codex.takes("np-1");
  codex.steer("In French.", "np-2");
  codex.takes("np-2");
  codex.ends();
  codex.answer("turn/steer", { result: { turnId: "d1" } });
  assert.equal(codex.methods().filter((method) => method === "turn/start").length, 1);
  assert.equal(codex.protocol.isIdle(), true);
});

Deno.test("codexAppServer() keeps messages until there is a turn for them", () => {
  const codex = conversation();
  codex.steer("And this.", "np-2");
  codex.open();
  assert.equal(codex.methods().includes("turn/steer"), false);
  codex.begin();
  assert.equal(asObject(codex.asked.at(-1)?.params).expectedTurnId, "d1");
});

Deno.test("codexAppServer() knows a turn that was over before its start was answered (C30)", () => {
  const codex = conversation();
  codex.open();
  codex.takes("np-1");
  codex.ends("d1");
  codex.answer("turn/start", { result: { turn: { id: "d1" } } });
  assert.equal(codex.protocol.isIdle(), true);
  assert.equal(codex.protocol.finish({ code: 0, signal: null }, "").ok, true);
});

Deno.test("codexAppServer() counts no tokens of a turn before its own", () => {
  const codex = conversation("t1");
  codex.open();
  const report = (turnId: string, inputTokens: number) =>
    codex.notify("thread/tokenUsage/updated", {
      turnId,
      tokenUsage: { last: { inputTokens, cachedInputTokens: 0, outputTokens: 1 } },
    });
  report("old", 1000);
  codex.begin();
  codex.takes("np-1");
  report("d1", 10);
  codex.ends();
  assert.equal(codex.protocol.finish({ code: 0, signal: null }, "").usage?.inputTokens, 10);
});

Deno.test("codexAppServer() tells when the session to go on with is gone", () => {
  const codex = conversation("t9");
  codex.answer("initialize", { result: {} });
  codex.answer("thread/resume", { error: { code: -32600, message: "no rollout found for thread id t9" } });
  assert.equal(codex.protocol.isIdle(), true);
  const outcome = codex.protocol.finish({ code: 0, signal: null }, "");
  assert.deepEqual([outcome.ok, outcome.resumeLost, outcome.lost], [false, true, false]);
  assert.equal(outcome.error, "no rollout found for thread id t9");
});

const questions = [
  { method: "item/commandExecution/requestApproval", want: { result: { decision: "decline" } } },
  { method: "item/fileChange/requestApproval", want: { result: { decision: "decline" } } },
  { method: "item/tool/requestUserInput", want: { error: { code: -32601 } } },
];
for (const { method, want } of questions) {
  Deno.test(`codexAppServer() answers ${method} although its id looks like one of ours (C30)`, () => {
    const codex = conversation();
    codex.open();
    codex.say({ id: 3, method, params: {} });
    const said = codex.asked.at(-1);
    assert.equal(said?.id, 3);
    assert.deepEqual({ ...asObject(said?.error), ...asObject(said?.result) }, {
      ...asObject(said?.error),
      ...asObject(said?.result),
      ...asObject(want.error),
      ...asObject(want.result),
    });
    codex.begin();
    assert.equal(codex.protocol.isIdle(), false, "the turn was not taken for answered");
  });
}

Deno.test("codexAppServer() stops a turn that is still starting as soon as it can", () => {
  const codex = conversation();
  codex.open();
  codex.interrupt();
  assert.equal(codex.methods().includes("turn/interrupt"), false);
  codex.begin();
  assert.deepEqual(codex.asked.at(-1)?.params, { threadId: THREAD, turnId: "d1" });
  codex.ends("d1", "interrupted");
  assert.equal(codex.protocol.isIdle(), true);
  assert.equal(codex.methods().filter((method) => method === "turn/interrupt").length, 1);
});

Deno.test("codexAppServer() gives no more messages to a turn that is to stop", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  codex.interrupt();
  codex.steer("More.", "np-2");
  codex.ends("d1", "interrupted");
  assert.equal(codex.methods().includes("turn/steer"), false);
  assert.equal(codex.protocol.finish({ code: 0, signal: null }, "").messages["np-2"], "unsent");
});

Deno.test("codexAppServer() stops the turn that types into a terminal, and gives up (T8)", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  const typed = (stdin: string) =>
    codex.notify("item/commandExecution/terminalInteraction", { itemId: "c", stdin });
  typed("");
  assert.equal(codex.protocol.hopeless(), null, "looking at the output types nothing");
  typed("rm -rf build\n");
  assert.match(codex.protocol.hopeless() ?? "", /"rm -rf build\\n"$/);
  assert.equal(codex.methods().at(-1), "turn/interrupt");
});

for (const [status, isViolated] of [["completed", false], ["blocked", false], ["failed", true]] as const) {
  Deno.test(`codexAppServer() ${isViolated ? "gives up" : "goes on"} when the hook ${status} (T7)`, () => {
    const codex = conversation();
    codex.open();
    codex.begin();
    const run = { id: "pre-tool-use:0:/c:call_1", eventName: "preToolUse", status };
    codex.notify("hook/completed", { run: { ...run, source: "user", status: "failed" } });
    assert.equal(codex.protocol.hopeless(), null, "the person's own hook is the person's");
    codex.notify("hook/completed", { run: { ...run, source: "sessionFlags" } });
    assert.equal(codex.protocol.hopeless() !== null, isViolated);
  });
}

Deno.test("codexAppServer() shows a helper's calls as the helper's, and keeps its words to itself", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  const helper = { threadId: "t2", turnId: "d2" };
  codex.notify("turn/started", { threadId: "t2", turn: { id: "d2" } });
  codex.notify("item/started", {
    ...helper,
    item: { type: "commandExecution", id: "c1", command: "/bin/bash -lc 'ls'" },
  });
  codex.notify("item/completed", { ...helper, item: { type: "agentMessage", id: "m1", text: "a.md" } });
  codex.notify("item/agentMessage/delta", { ...helper, itemId: "m1", delta: "a.md" });
  codex.notify("turn/completed", { threadId: "t2", turn: { id: "d2", status: "completed" } });
  assert.deepEqual(codex.events.filter(({ kind }) => kind !== "session"), [
    { kind: "tool", callId: "c1", tool: "commandExecution", input: "ls", helper: "t2" },
  ]);
  assert.equal(codex.protocol.isIdle(), false);
});

Deno.test("codexAppServer() says what it tries again, until it works", () => {
  const codex = conversation();
  codex.open();
  codex.begin();
  codex.notify("error", {
    error: { message: "Reconnecting... 1/5", additionalDetails: "429" },
    willRetry: true,
  });
  assert.equal(codex.protocol.trouble(), "429");
  codex.notify("item/completed", { turnId: "d1", item: { type: "agentMessage", id: "m", text: "Hi." } });
  assert.equal(codex.protocol.trouble(), null);
});

Deno.test("codexAppServer() skips what it does not know, and a line that was cut (T18)", () => {
  const codex = conversation();
  codex.open();
  for (
    const line of [
      "",
      "x",
      "[]",
      '{"method":"item/started"}',
      '{"method":"turn/comple',
      '{"id":99,"result":{}}',
    ]
  ) {
    assert.deepEqual(codex.protocol.read(line).events, []);
  }
});
