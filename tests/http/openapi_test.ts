import * as z from "zod";
import assert from "node:assert/strict";
import { ErrorBody } from "../../internal/contract/common.ts";
import { parsed, startServer } from "../support/server.ts";

/** As much of OpenAPI 3.1 as the document has to keep to. */
const MediaType = z.strictObject({ schema: z.looseObject({}) });
const Response = z.strictObject({
  description: z.string().min(1),
  content: z.record(z.string(), MediaType).optional(),
});
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.looseObject({}),
});
const Operation = z.strictObject({
  summary: z.string().min(5),
  operationId: z.string(),
  parameters: z.array(Parameter).optional(),
  requestBody: z.strictObject({ content: z.record(z.string(), MediaType), required: z.boolean().optional() })
    .optional(),
  responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), Response),
});
const Path = z.strictObject({
  get: Operation.optional(),
  post: Operation.optional(),
  put: Operation.optional(),
  patch: Operation.optional(),
  delete: Operation.optional(),
});
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })).min(1),
  components: z.looseObject({
    securitySchemes: z.looseObject({}),
    schemas: z.record(z.string(), z.looseObject({})).optional(),
  }),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.looseObject({ name: z.string() })).optional(),
  paths: z.record(z.string().startsWith("/"), Path),
});

async function readDocument() {
  await using test = await startServer();
  const answer = await test.get("/api/openapi.json");
  return { document: parsed(answer, Document), text: answer.text };
}

/** What `reference` A9 has for this version. */
const ROUTES = [
  "GET /agents",
  "GET /events",
  "GET /events/stream",
  "GET /messages/{id}",
  "GET /messages/{id}/images/{index}",
  "GET /settings/roles",
  "GET /status",
  "GET /work-items",
  "GET /work-items/{id}",
  "GET /work-items/{id}/file",
  "GET /work-items/{id}/files",
  "PATCH /work-items/{id}",
  "POST /auth/code",
  "POST /auth/logout",
  "POST /chat",
  "POST /messages/{id}/redact",
  "POST /work-items",
  "POST /work-items/{id}/cancel",
  "PUT /settings/roles",
];

Deno.test("openapi.json is OpenAPI 3.1 and describes the routes there are", async () => {
  const { document } = await readDocument();
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
  );
  for (const route of ROUTES) assert.ok(described.includes(route), `${route} is not described`);
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path)).map((operation) =>
    operation?.operationId
  );
  assert.equal(new Set(ids).size, ids.length, "operation ids are unique");
});

Deno.test("openapi.json states for every route what comes back, good and bad, and what its path holds", async () => {
  const { document } = await readDocument();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation === undefined) continue;
      const name = `${method} ${path}`;
      const good = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
      assert.equal(good.length, 1, name);
      const isStream = path.endsWith("/stream");
      const isImage = path.endsWith("/images/{index}");
      assert.ok(
        isStream || operation.responses[good[0] ?? ""]?.content?.[isImage ? "image/png" : "application/json"],
        `${name} has no answer`,
      );
      assert.ok(
        isStream || operation.responses.default?.content?.["application/json"],
        `${name} has no refusal`,
      );
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = (operation.parameters ?? []).filter((each) => each.in === "path");
      assert.deepEqual(declared.map((each) => each.name), inPath, name);
      for (const each of declared) assert.equal(each.required, true, name);
    }
  }
});

Deno.test("openapi.json refers to nothing that is not in it", async () => {
  const { document, text } = await readDocument();
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) =>
    name ?? ""
  );
  for (const name of names) assert.ok(document.components.schemas?.[name] !== undefined, name);
  assert.doesNotMatch(text, /"\$ref":"(?!#\/components\/schemas\/|#\/\$defs\/|#")/);
});

Deno.test("openapi.json describes what a request must be", async () => {
  const { document } = await readDocument();
  const chat = document.paths["/chat"]?.post?.requestBody?.content["application/json"]?.schema;
  assert.ok(JSON.stringify(chat).includes('"clientKey"'));
  const limit = document.paths["/events"]?.get?.parameters?.map((each) => each.name) ?? [];
  assert.deepEqual(limit.toSorted(), [
    "after",
    "around",
    "before",
    "conversation",
    "item",
    "kind",
    "limit",
    "mailbox",
    "run",
    "thread",
  ]);
});

Deno.test("every refusal has the form that openapi.json states", async () => {
  await using test = await startServer();
  for (const path of ["/api/nothing", "/api/work-items/wi_000001", "/api/events?limit=0"]) {
    parsed(await test.get(path), ErrorBody);
  }
  parsed(await test.raw({ path: "/api/status" }), ErrorBody);
  parsed(await test.post("/api/chat", { words: 1 }), ErrorBody);
});
