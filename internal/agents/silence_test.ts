import assert from "node:assert/strict";
import { readSilence } from "./silence.ts";

const cases: { name: string; variables: Record<string, string>; want: number }[] = [
  { name: "is ten minutes unless told", variables: {}, want: 600_000 },
  { name: "takes seconds", variables: { NEWPI_SILENCE_SEC: "5" }, want: 5000 },
  { name: "takes a day at most", variables: { NEWPI_SILENCE_SEC: "86400" }, want: 86_400_000 },
];
for (const { name, variables, want } of cases) {
  Deno.test(`readSilence() ${name}`, () => assert.equal(readSilence(variables), want));
}

for (const text of ["", "0", "-1", "1.5", "86401", "1e3", "ten"]) {
  Deno.test(`readSilence() refuses "${text}"`, () => {
    assert.throws(() => readSilence({ NEWPI_SILENCE_SEC: text }), { code: "ENVIRONMENT_INVALID" });
  });
}
