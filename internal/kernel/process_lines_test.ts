import assert from "node:assert/strict";
import { LineTooLongError, splitLines } from "./process_lines.ts";

async function* bytes(...parts: string[]) {
  for (const part of parts) yield await Promise.resolve(new TextEncoder().encode(part));
}

const cases = [
  { name: "joins a line that came in pieces", parts: ["a", "b", "c\nd\n"], want: ["abc", "d"] },
  { name: "keeps a last line without LF", parts: ["a\nb"], want: ["a", "b"] },
  { name: "keeps empty lines", parts: ["\n\na\n"], want: ["", "", "a"] },
  { name: "does not split on U+2028 or CR", parts: ["a\u2028b\u2029c\rd\n"], want: ["a\u2028b\u2029c\rd"] },
  { name: "yields nothing for nothing", parts: [], want: [] },
];
for (const { name, parts, want } of cases) {
  Deno.test(`splitLines() ${name}`, async () => {
    assert.deepEqual(await Array.fromAsync(splitLines(bytes(...parts))), want);
  });
}

Deno.test("splitLines() joins a character that was cut in two", async () => {
  async function* cut() {
    const all = await Promise.resolve(new TextEncoder().encode("é\n"));
    yield all.subarray(0, 1);
    yield all.subarray(1);
  }
  assert.deepEqual(await Array.fromAsync(splitLines(cut())), ["é"]);
});

Deno.test("splitLines() refuses a line over the limit, after those before it", async () => {
  const lines = splitLines(bytes("ok\n12", "345\n"), 4);
  assert.equal((await lines.next()).value, "ok");
  await assert.rejects(() => lines.next(), LineTooLongError);
});
