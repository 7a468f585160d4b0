import assert from "node:assert/strict";
import { effects } from "../support/scripted_driver.ts";
import { startServer } from "../support/server.ts";

Deno.test("the token and the codes are in no log line, no header and no answer (T11)", async () => {
  await using test = await startServer({
    primary: ({ messages, last, count }) => {
      if (count === 1) throw new Error("broken");
      return messages.length === 0 ? "" : effects({ type: "reply", of: last, reply: "ok" });
    },
  });
  const { token } = test;
  const code = new URL(test.server.signInUrl()).searchParams.get("code") ?? "";
  const cookie = await test.signIn();
  const seen: string[] = [];
  const look = async (path: string, headers: Record<string, string> = {}, method = "GET", body?: string) => {
    const answer = await test.raw({ path, method, body, headers });
    seen.push(JSON.stringify([...answer.headers]), answer.text);
  };
  const bearer = { authorization: `Bearer ${token}` };
  const json = { ...bearer, "content-type": "application/json" };
  for (
    const path of [
      "/",
      "/health",
      "/api/status",
      "/api/openapi.json",
      "/api/settings/roles",
      "/api/agents",
      "/api/events",
      "/nothing.js",
      "/api/nothing",
    ]
  ) {
    await look(path, bearer);
    await look(`${path}?token=${token}`);
    await look(`${path}?token=${token}`, { cookie });
    await look(path, bearer, "POST", "not json");
  }
  await look(`/?code=${code}`, {});
  await look("/api/chat", json, "POST", '{"text":');
  await look("/api/chat", json, "POST", '{"words":1}');
  await test.ask("hi");
  await test.ask("again");
  seen.push(JSON.stringify(test.events()));
  const logged = test.logText();
  assert.ok(logged.includes("a turn failed"), "the log must hold something");
  const answers = seen.join("\n");
  for (const secret of [token, cookie.split("=")[1] ?? ""]) {
    assert.ok(secret.length > 20);
    assert.ok(!logged.includes(secret), "a secret is in the log");
    if (secret === token) assert.ok(!answers.includes(secret), "the token is in an answer");
  }
  assert.ok(!logged.includes(code));
});

Deno.test("a fault of newpi is logged, and its inside is not shown", async () => {
  await using test = await startServer();
  await test.runtime.reader.close();
  test.runtime.db.exec("ALTER TABLE events RENAME TO events_gone");
  const answer = await test.get("/api/events");
  assert.equal(answer.status, 500);
  assert.deepEqual(Object.keys(answer.json().error), ["code", "message"]);
  assert.match(answer.json().error.message, /^newpi made a mistake/);
  assert.doesNotMatch(answer.text, /events_gone|SELECT|no such table|\.ts:/);
  assert.match(test.logText(), /a request failed.*events/);
  test.runtime.db.exec("ALTER TABLE events_gone RENAME TO events");
});

Deno.test("health says that the database does not answer", async () => {
  await using test = await startServer();
  test.runtime.db.close();
  const answer = await test.raw({ path: "/health" });
  assert.deepEqual([answer.status, answer.json().ok, answer.json().db], [503, false, "down"]);
});
