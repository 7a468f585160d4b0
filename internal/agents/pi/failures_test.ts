import assert from "node:assert/strict";
import { failureOf } from "./failures.ts";

const cases = [
  {
    name: "explains the status that stands first",
    message: '429: {"message":"too fast"}',
    want: `The provider's limit was reached (429): 429: {"message":"too fast"}`,
  },
  { name: "leaves its own words alone", message: "terminated: other side closed" },
  { name: "takes no other number for a status", message: "waited 500: too long" },
];
for (const { name, message, want = message } of cases) {
  Deno.test(`failureOf() of pi ${name}`, () => assert.equal(failureOf(message), want));
}
