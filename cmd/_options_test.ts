import assert from "node:assert/strict";
import { command, parse, wholeNumber } from "./_options.ts";

const parser = () =>
  command("paint", "Paints").argument("<what...>", "what").option(
    "--coats <n>",
    "how many",
    wholeNumber(1, 9),
    2,
  );

Deno.test("parse() reads flags and words, and what comes after -- as words", () => {
  const paint = parser();
  assert.equal(parse(paint, ["--coats", "3", "the", "--", "--fence"]), true);
  assert.deepEqual([paint.opts(), paint.args], [{ coats: 3 }, ["the", "--fence"]]);
});

for (
  const args of [
    [],
    ["--nothing", "x"],
    ["--coats"],
    ["x", "--coats", "0"],
    ["x", "--coats", "10"],
    ["x", "--coats", "2.0"],
    ["x", "--coats", "1e0"],
    ["x", "--coats", ""],
  ]
) {
  Deno.test(`parse() refuses ${JSON.stringify(args)}`, () => {
    assert.throws(() => parse(parser(), args), (error) => {
      assert.ok(error instanceof Error && "code" in error && "kind" in error);
      assert.deepEqual([error.kind, error.code], ["invalid", "USAGE"]);
      assert.doesNotMatch(error.message, /^error:/);
      return true;
    });
  });
}
