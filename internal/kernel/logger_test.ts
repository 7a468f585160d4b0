import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { createLogger } from "./logger.ts";

const lines = (path: string) =>
  Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));

/** What is written to stderr meanwhile. */
function heard(run: () => void): string[] {
  const original = console.error;
  const said: string[] = [];
  console.error = (...words) => void said.push(words.join(" "));
  try {
    run();
  } finally {
    console.error = original;
  }
  return said;
}

Deno.test("createLogger() writes JSON lines of every level to its file", async () => {
  await using dir = await tempDir();
  const file = dir.at("newpi.log");
  const log = createLogger({ file, quiet: true });
  log.debug("a", { runId: "run_1" });
  log.error('line\nbreak "quoted"', { durationMs: 5, missing: undefined, none: null });
  const [first, second] = lines(file);
  assert.deepEqual({ ...first, at: "" }, { at: "", level: "debug", message: "a", runId: "run_1" });
  assert.deepEqual({ ...second, at: "" }, {
    at: "",
    level: "error",
    message: 'line\nbreak "quoted"',
    durationMs: 5,
    none: null,
  });
  if (Deno.build.os !== "windows") assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
});

Deno.test("createLogger() says on stderr what is important enough, and nothing when quiet", () => {
  const said = heard(() => {
    const log = createLogger({ least: "warn" });
    log.info("not this");
    log.warn("this", { pid: 7 });
    createLogger({ quiet: true }).error("nor this");
  });
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /^\S+Z warn this pid=7$/);
});

Deno.test("createLogger() keeps one old file when the new one has grown", async () => {
  await using dir = await tempDir();
  const file = dir.at("newpi.log");
  await Deno.writeTextFile(file, "x".repeat(5_000_001));
  await Deno.writeTextFile(`${file}.1`, "older");
  const log = createLogger({ file, quiet: true });
  log.info("after");
  assert.deepEqual(lines(file).map((line) => line.message), ["after"]);
  assert.equal(Deno.statSync(`${file}.1`).size, 5_000_001);
});

Deno.test("createLogger() goes on when its file cannot be written", async () => {
  await using dir = await tempDir();
  const log = createLogger({ file: dir.at("missing", "newpi.log"), quiet: true });
  log.error("nobody hears this");
  await Deno.mkdir(dir.at("missing"));
  log.error("but this");
  assert.deepEqual(lines(dir.at("missing", "newpi.log")).map((line) => line.message), ["but this"]);
});
