import assert from "node:assert/strict";
import type { AgentEvent } from "../driver.ts";
import { asObject, type JsonObject, parseObject } from "../narrow.ts";
import { piRpc } from "./rpc.ts";

function conversation() {
  const protocol = piRpc({ prompt: "Go", messageId: "np-1", version: "1.6.0" });
  const said: JsonObject[] = [];
  const events: AgentEvent[] = [];
  const wrote = (text: string) => {
    said.push(...text.split("\n").filter((line) => line !== "").map((line) => asObject(parseObject(line))));
  };
  function say(message: JsonObject) {
    const reading = protocol.read(JSON.stringify(message));
    events.push(...reading.events);
    wrote(reading.write ?? "");
  }
  wrote(protocol.open());
  return {
    protocol,
    said,
    say,
    steer: (text: string, id: string) => wrote(protocol.steer(text, id)),
    interrupt: () => wrote(protocol.interrupt()),
    accepts: (id: string, disposition: string) =>
      say({ id, type: "response", command: "prompt", success: true, data: { disposition } }),
    refuses: (id: string) =>
      say({ id, type: "response", command: "prompt", success: false, error: "not now" }),
    prompts: () => said.filter(({ type }) => type === "prompt").map(({ id }) => id),
    taken: () => events.flatMap((event) => event.kind === "taken" ? [event.messageId] : []),
    answers: (text: string) =>
      say({
        type: "message_end",
        message: { role: "assistant", content: [{ type: "text", text }], usage: {}, stopReason: "stop" },
      }),
  };
}

Deno.test("piRpc() hands over the next message when the one before has begun a run", () => {
  const pi = conversation();
  pi.steer("And this.", "np-2");
  assert.deepEqual(pi.prompts(), ["np-1"]);
  pi.accepts("np-1", "started");
  assert.deepEqual(pi.prompts(), ["np-1"], "pi would say that both began a run, and lose one");
  pi.say({ type: "agent_start" });
  assert.deepEqual(pi.prompts(), ["np-1", "np-2"]);
  assert.equal(pi.said.at(-1)?.streamingBehavior, "steer");
});

Deno.test("piRpc() knows a steered message as read when it leaves the queue", () => {
  const pi = conversation();
  pi.accepts("np-1", "started");
  pi.say({ type: "agent_start" });
  pi.steer("one", "np-2");
  pi.say({ type: "queue_update", steering: ["rewritten one"] });
  pi.accepts("np-2", "queued");
  pi.steer("two", "np-3");
  pi.accepts("np-3", "queued");
  pi.say({ type: "queue_update", steering: ["rewritten one", "two"] });
  assert.deepEqual(pi.taken(), ["np-1"]);
  pi.say({ type: "queue_update", steering: ["two"] });
  assert.deepEqual(pi.taken(), ["np-1", "np-2"]);
  pi.say({ type: "queue_update", steering: [] });
  assert.deepEqual(pi.taken(), ["np-1", "np-2", "np-3"]);
});

Deno.test("piRpc() begins a new run with a message that came too late or was refused (T6)", () => {
  const pi = conversation();
  pi.accepts("np-1", "started");
  pi.say({ type: "agent_start" });
  pi.steer("In French.", "np-2");
  pi.refuses("np-2");
  assert.deepEqual(pi.prompts(), ["np-1", "np-2"], "not at once");
  pi.say({ type: "agent_settled", aborted: false });
  assert.deepEqual(pi.prompts(), ["np-1", "np-2", "np-2"]);
  assert.equal(pi.protocol.isIdle(), false);
  pi.accepts("np-2", "started");
  pi.say({ type: "agent_start" });
  pi.answers("Bonjour.");
  pi.say({ type: "agent_settled", aborted: false });
  assert.equal(pi.protocol.isIdle(), true);
  assert.deepEqual(pi.protocol.finish({ code: 0, signal: null }, "").messages, {
    "np-1": "done",
    "np-2": "done",
  });
});

Deno.test("piRpc() says why pi refused the first message", () => {
  const pi = conversation();
  pi.refuses("np-1");
  assert.equal(pi.protocol.isIdle(), true);
  const outcome = pi.protocol.finish({ code: 0, signal: null }, "");
  assert.deepEqual([outcome.ok, outcome.lost, outcome.error], [false, false, "not now"]);
});

Deno.test("piRpc() expects no run of a message that an extension dealt with", () => {
  const pi = conversation();
  pi.accepts("np-1", "handled");
  assert.equal(pi.protocol.isIdle(), true);
});

const questions = [
  { method: "confirm", want: { confirmed: false } },
  { method: "select", want: { cancelled: true } },
  { method: "input", want: { cancelled: true } },
  { method: "editor", want: { cancelled: true } },
  { method: "of_a_later_version", want: { cancelled: true } },
];
for (const { method, want } of questions) {
  Deno.test(`piRpc() answers an extension that waits for ${method}`, () => {
    const pi = conversation();
    pi.say({ type: "extension_ui_request", id: "q1", method });
    assert.deepEqual(pi.said.at(-1), { type: "extension_ui_response", id: "q1", ...want });
  });
}
Deno.test("piRpc() does not answer an extension that only tells", () => {
  const pi = conversation();
  const before = pi.said.length;
  pi.say({ type: "extension_ui_request", id: "q1", method: "notify", message: "hi" });
  assert.equal(pi.said.length, before);
});

Deno.test("piRpc() empties the queue before it aborts", () => {
  const pi = conversation();
  pi.accepts("np-1", "started");
  pi.say({ type: "agent_start" });
  pi.steer("More.", "np-2");
  pi.accepts("np-2", "queued");
  pi.say({ type: "queue_update", steering: ["More."] });
  pi.interrupt();
  assert.deepEqual(pi.said.slice(-2).map(({ type }) => type), ["clear_queue", "abort"]);
  pi.say({ type: "queue_update", steering: [] });
  assert.deepEqual(pi.taken(), ["np-1"], "what was thrown away was not read");
  pi.say({ type: "agent_settled", aborted: true });
  assert.equal(pi.protocol.isIdle(), true);
});

Deno.test("piRpc() asks for the session at once, so that it is known when pi is killed", () => {
  const pi = conversation();
  assert.equal(pi.said[0]?.type, "get_state");
  pi.say({ id: "state", type: "response", command: "get_state", success: true, data: { sessionId: "f1" } });
  assert.equal(pi.protocol.finish({ code: -1, signal: "SIGKILL" }, "").sessionId, "f1");
});

Deno.test("piRpc() skips what it does not know, and a line that was cut (T18)", () => {
  const pi = conversation();
  for (const line of ["", "x", "[]", '{"type":"new"}', '{"type":"message_end"}', '{"type":"agent_sett']) {
    assert.deepEqual(pi.protocol.read(line).events, []);
  }
});
