import assert from "node:assert/strict";
import { guardWatch } from "./guard_watch.ts";

const watchOf = (...exempt: string[]) => guardWatch(new Set(exempt), 5000);

Deno.test("guardWatch() is content with calls that the guard has seen", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Bash" }, 0);
  watch.seen("a");
  assert.equal(watch.overdue(60_000), null);
  assert.equal(watch.answered("a", 60_000), null);
});

Deno.test("guardWatch() names a call that was answered unseen", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Bash" }, 0);
  assert.equal(watch.answered("a", 10), "Bash");
  assert.equal(watch.answered("a", 10), null, "once");
});

Deno.test("guardWatch() wants a verdict for each call, although their ids are the same", () => {
  const watch = watchOf();
  for (const want of [null, "Bash"]) {
    if (want === null) watch.seen("a");
    watch.called({ callId: "a", tool: "Bash" }, 0);
    assert.equal(watch.answered("a", 10), want);
  }
});

Deno.test("guardWatch() names a call that works unseen for too long", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Bash" }, 1000);
  assert.equal(watch.overdue(5999), null);
  assert.equal(watch.overdue(6000), "Bash");
});

Deno.test("guardWatch() gives a call that waits for another its time", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Bash" }, 0);
  watch.called({ callId: "b", tool: "Write" }, 0);
  watch.seen("a");
  assert.equal(watch.overdue(600_000), null, "the second has not begun");
  watch.answered("a", 600_000);
  assert.equal(watch.overdue(604_999), null);
  assert.equal(watch.overdue(605_000), "Write");
});

Deno.test("guardWatch() does not start again when a later call is answered first", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Bash" }, 0);
  watch.called({ callId: "b", tool: "Read" }, 0);
  watch.seen("b");
  watch.answered("b", 4000);
  assert.equal(watch.overdue(5000), "Bash");
});

Deno.test("guardWatch() does not let a helper hide behind the call that started it", () => {
  const watch = watchOf();
  watch.called({ callId: "a", tool: "Agent" }, 0);
  watch.seen("a");
  watch.called({ callId: "b", tool: "Bash", helper: "a" }, 1000);
  assert.equal(watch.overdue(6000), "Bash");
});

Deno.test("guardWatch() lets pass what reaches no hook, and answers to unknown calls", () => {
  const watch = watchOf("webSearch");
  watch.called({ callId: "a", tool: "webSearch" }, 0);
  assert.equal(watch.overdue(60_000), null);
  assert.equal(watch.answered("a", 60_000), null);
  assert.equal(watch.answered("z", 60_000), null);
});
