/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { apiClient, ApiError } from "./api.ts";

function setUp(respond: () => Response | Promise<Response>) {
  const sent: { path: string; init: RequestInit }[] = [];
  const counts = { signedOut: 0 };
  const api = apiClient((path, init) => {
    sent.push({ path, init });
    return Promise.resolve().then(respond);
  }, () => counts.signedOut += 1);
  return { api, sent, counts };
}

async function failure(respond: () => Response | Promise<Response>): Promise<ApiError> {
  const error = await setUp(respond).api.status().then(() => null, (thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError);
  return error;
}

Deno.test("a refusal carries the server's code", async () => {
  const body = { ok: false, error: { code: "NOTHING_RUNNING", message: "Nothing runs" } };
  const { code, status, message } = await failure(() => Response.json(body, { status: 409 }));
  assert.deepEqual({ code, status, message }, {
    code: "NOTHING_RUNNING",
    status: 409,
    message: "Nothing runs",
  });
});

Deno.test("a page of something in between is still an error", async () => {
  assert.equal((await failure(() => new Response("<html>", { status: 502 }))).code, "HTTP_502");
});

Deno.test("no answer is UNREACHABLE and keeps its cause", async () => {
  const cause = new TypeError("connection refused");
  const error = await failure(() => Promise.reject(cause));
  assert.deepEqual([error.code, error.status, error.cause], ["UNREACHABLE", 0, cause]);
});

Deno.test("401 signs the page out", async () => {
  const { api, counts } = setUp(() =>
    Response.json({ ok: false, error: { code: "X", message: "x" } }, { status: 401 })
  );
  await assert.rejects(api.status());
  assert.equal(counts.signedOut, 1);
});

Deno.test("paths and queries are encoded, and what is undefined is left out", async () => {
  const { api, sent } = setUp(() => Response.json({}));
  await api.file("wi_aaaaaa", "notes/a b&c.md");
  await api.events({ conversation: "1", before: 5, after: undefined });
  assert.deepEqual(sent.map(({ path }) => path), [
    "/api/work-items/wi_aaaaaa/file?path=notes%2Fa+b%26c.md",
    "/api/events?conversation=1&before=5",
  ]);
});
