import assert from "node:assert/strict";
import { readEnvironment } from "./mod.ts";

Deno.test("readEnvironment() has a default for everything", () => {
  const environment = readEnvironment({
    PATH: "/bin",
    HOME: "/home/me",
    NEWPI_QUIET_SEC: "",
    NEWPI_ADDR: "",
  });
  assert.deepEqual(environment, {
    NEWPI_ROUTE_TIMEOUT_SEC: 180,
    NEWPI_WORKER_TIMEOUT_SEC: 7200,
    NEWPI_SILENCE_SEC: 600,
    NEWPI_MAX_WORKERS: 3,
    NEWPI_MAX_TURNS: 4,
    NEWPI_MAX_HOPS: 24,
    NEWPI_QUIET_SEC: 600,
  });
});

Deno.test("readEnvironment() reads what is set", () => {
  const environment = readEnvironment({
    NEWPI_MAX_WORKERS: "7",
    NEWPI_ADDR: ":0",
    NEWPI_API_TOKEN: "t".repeat(16),
  });
  assert.equal(environment.NEWPI_MAX_WORKERS, 7);
  assert.equal(environment.NEWPI_ADDR, ":0");
  assert.equal(environment.NEWPI_API_TOKEN, "t".repeat(16));
});

for (
  const [name, value] of [
    ["NEWPI_MAX_WORKERS", "many"],
    ["NEWPI_MAX_WORKERS", "0"],
    ["NEWPI_MAX_WORKERS", "33"],
    ["NEWPI_MAX_TURNS", "2.5"],
    ["NEWPI_MAX_HOPS", "-1"],
    ["NEWPI_SILENCE_SEC", "86401"],
    ["NEWPI_SILENCE_SEC", "ten"],
    ["NEWPI_ROUTE_TIMEOUT_SEC", "Infinity"],
  ] as const
) {
  Deno.test(`readEnvironment() refuses ${name}="${value}" and says what it is`, () => {
    assert.throws(() => readEnvironment({ [name]: value }), (error) => {
      assert.ok(error instanceof Error && "code" in error);
      assert.equal(error.code, "ENVIRONMENT_INVALID");
      assert.ok(error.message.includes(`${name}="${value}"`), error.message);
      return true;
    });
  });
}

Deno.test("readEnvironment() refuses a short token without repeating it", () => {
  assert.throws(() => readEnvironment({ NEWPI_API_TOKEN: "hunter2" }), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, /NEWPI_API_TOKEN/);
    assert.ok(!error.message.includes("hunter2"));
    return true;
  });
});
