import assert from "node:assert/strict";
import { AppError, describeError, errorKinds, InvalidError } from "./errors.ts";

class LimitedError extends AppError {
  readonly kind = "limited";
  readonly code = "TOO_MANY";
}

const cases = [
  { name: "an AppError", thrown: new LimitedError("Slow down"), want: ["limited", "TOO_MANY", "Slow down"] },
  { name: "wrong input", thrown: new InvalidError("Bad"), want: ["invalid", "INVALID_INPUT", "Bad"] },
  {
    name: "wrong input with a code",
    thrown: new InvalidError("Bad", "USAGE"),
    want: ["invalid", "USAGE", "Bad"],
  },
  { name: "a bug", thrown: new RangeError("Cannot"), want: ["internal", "INTERNAL", "Cannot"] },
  { name: "a string", thrown: "oops", want: ["internal", "INTERNAL", "oops"] },
  { name: "nothing", thrown: undefined, want: ["internal", "INTERNAL", "undefined"] },
];
for (const { name, thrown, want } of cases) {
  Deno.test(`describeError() describes ${name}`, () => {
    const { kind, code, message } = describeError(thrown);
    assert.deepEqual([kind, code, message], want);
  });
}

Deno.test("errorKinds are those of the design", () => {
  assert.deepEqual(
    Object.entries(errorKinds).map(([kind, { status, exit }]) => `${kind} ${status}/${exit}`),
    [
      "invalid 400/2",
      "unauthenticated 401/3",
      "denied 403/3",
      "not_found 404/4",
      "conflict 409/5",
      "too_large 413/2",
      "unsupported 415/2",
      "limited 429/6",
      "unavailable 503/6",
      "internal 500/1",
    ],
  );
});
