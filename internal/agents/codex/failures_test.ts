import assert from "node:assert/strict";
import { failureOf } from "./failures.ts";

const cases = [
  {
    name: "explains a status",
    info: { httpConnectionFailed: { httpStatusCode: 401 } },
    want: "The provider refused the key or the login (401): no",
  },
  { name: "explains a name", info: "internalServerError", want: "The provider failed (500): no" },
  {
    name: "explains no broken connection",
    info: { responseStreamDisconnected: { httpStatusCode: null } },
    want: "no",
  },
  { name: "explains nothing that it does not know", info: "other", want: "no" },
  { name: "goes without", info: undefined, want: "no" },
];
for (const { name, info, want } of cases) {
  Deno.test(`failureOf() ${name}`, () => {
    assert.equal(failureOf({ message: "no", codexErrorInfo: info }), want);
  });
}

Deno.test("failureOf() takes the words out of a provider's answer", () => {
  assert.equal(failureOf({ message: '{"error":{"message":"no such model","code":"400"}}' }), "no such model");
});

Deno.test("failureOf() says nothing where codex says nothing", () => {
  assert.equal(failureOf({ codexErrorInfo: "unauthorized" }), "");
});
