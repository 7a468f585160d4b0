import assert from "node:assert/strict";
import { findVersion, isAtLeast } from "./versions.ts";

const printed = [
  { text: "2.1.332 (Claude Code)\n", want: "2.1.332" },
  { text: "WARNING: no PATH aliases\ncodex-cli 0.171.0\n", want: "0.171.0" },
  { text: "0.1.0-rc.8", want: "0.1.0-rc.8" },
  { text: "command not found", want: null },
];
for (const { text, want } of printed) {
  Deno.test(`findVersion() finds ${want} in ${JSON.stringify(text)}`, () => {
    assert.equal(findVersion(text), want);
  });
}

const compared = [
  { version: "2.1.332", least: "2.1.332", want: true },
  { version: "2.1.197", least: "2.1.332", want: false },
  { version: "2.2.0", least: "2.1.332", want: true },
  { version: "3.0.0", least: "2.1.332", want: true },
  { version: "1.9.999", least: "2.1.332", want: false },
  { version: "2.1.332-beta.1", least: "2.1.332", want: true },
];
for (const { version, least, want } of compared) {
  Deno.test(`isAtLeast() says ${want} for ${version} and ${least}`, () => {
    assert.equal(isAtLeast(version, least), want);
  });
}
