import assert from "node:assert/strict";
import { explainFailure } from "./provider_failure.ts";

const cases = [
  {
    name: "says that a key was refused",
    status: 401,
    want: "The provider refused the key or the login (401): no",
  },
  { name: "says that a limit was reached", status: 429, want: "The provider's limit was reached (429): no" },
  { name: "says that the provider failed", status: 500, want: "The provider failed (500): no" },
  { name: "says so of any number above", status: 598, want: "The provider failed (598): no" },
  { name: "leaves a number alone that says nothing", status: 418, want: "no" },
  { name: "leaves a failure without a number alone", status: null, want: "no" },
];
for (const { name, status, want } of cases) {
  Deno.test(`explainFailure() ${name}`, () => assert.equal(explainFailure("no", status), want));
}
