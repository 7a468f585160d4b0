import assert from "node:assert/strict";
import { openAuth } from "./auth.ts";

const KEY = new Uint8Array(32).fill(7);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A clock that the test moves. */
async function authAt(start = 1_800_000_000_000) {
  let now = start;
  const auth = await openAuth(KEY, "token-0123456789", () => now);
  const pair = async () => (await auth.redeem(auth.issueCode()))?.split(";")[0];
  return { auth, pair, pass: (ms: number) => void (now += ms) };
}

Deno.test("redeem() takes a code for ten minutes", async () => {
  const { auth, pass } = await authAt();
  const [soon, late] = [auth.issueCode(), auth.issueCode()];
  pass(10 * MINUTE);
  assert.notEqual(await auth.redeem(soon), undefined);
  pass(1);
  assert.equal(await auth.redeem(late), undefined);
});

Deno.test("redeem() takes a code once, also when two ask at the same moment", async () => {
  const { auth } = await authAt();
  const code = auth.issueCode();
  const cookies = await Promise.all([auth.redeem(code), auth.redeem(code)]);
  assert.equal(cookies.filter((cookie) => cookie !== undefined).length, 1);
});

Deno.test("hasSession() takes a cookie for ninety days", async () => {
  const { auth, pair, pass } = await authAt();
  const cookie = await pair();
  pass(90 * DAY - 1);
  assert.equal(await auth.hasSession(cookie), true);
  pass(1);
  assert.equal(await auth.hasSession(cookie), false);
});

Deno.test("hasSession() knows nobody without a cookie", async () => {
  const { auth } = await authAt();
  for (const header of [undefined, "", ";;;", "newpi_=x", "a=b; c=d"]) {
    assert.equal(await auth.hasSession(header), false);
  }
});

Deno.test("isBearer() takes exactly the token", async () => {
  const { auth } = await authAt();
  assert.equal(auth.isBearer("Bearer token-0123456789"), true);
  for (
    const header of [
      undefined,
      "",
      "Bearer ",
      "Bearer token-012345678",
      "Bearer token-01234567890",
      "Basic token-0123456789",
      "token-0123456789",
    ]
  ) {
    assert.equal(auth.isBearer(header), false, header);
  }
});

Deno.test("clearCookie is of the same name, with nothing in it", async () => {
  const { auth, pair } = await authAt();
  assert.equal(auth.clearCookie.split("=")[0], (await pair())?.split("=")[0]);
  assert.equal(await auth.hasSession(auth.clearCookie.split(";")[0]), false);
});
