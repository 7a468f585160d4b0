import assert from "node:assert/strict";
import { z } from "zod";
import { catalogue } from "../../internal/app/catalogue.ts";
import { Event } from "../../internal/contract/log.ts";
import { variantsOf } from "./variants.ts";

const folder = new URL("events/", import.meta.url);
const kinds = [...Deno.readDirSync(folder)].map(({ name }) => name.replace(/\.json$/, ""));

function rowsOf(kind: string): Event[] {
  return z.array(z.strictObject(Event.shape)).parse(
    JSON.parse(Deno.readTextFileSync(new URL(`${kind}.json`, folder))),
  );
}

Deno.test("every kind of the catalogue has stored rows, and no kind was taken out of it", () => {
  assert.deepEqual(kinds.toSorted(), [...catalogue.keys()].toSorted());
});

for (const kind of kinds) {
  Deno.test(`stored rows of ${kind} can still be read`, () => {
    for (const row of rowsOf(kind)) {
      assert.equal(row.kind, kind);
      assert.deepEqual(catalogue.get(kind)?.parse(row.payload), row.payload);
    }
  });

  Deno.test(`stored rows of ${kind} have every form that its contract allows`, () => {
    const payloads = rowsOf(kind).map((row) => row.payload);
    const schema = catalogue.get(kind);
    assert.ok(schema !== undefined);
    const missing = variantsOf(schema).filter(({ has }) => !payloads.some(has)).map(({ name }) => name);
    assert.deepEqual(missing, []);
  });
}

Deno.test("variantsOf() finds every form of a schema", () => {
  const schema = z.strictObject({
    plain: z.string(),
    maybe: z.string().optional(),
    list: z.array(z.strictObject({ colour: z.enum(["red", "blue"]).nullable() })),
  });
  assert.deepEqual(variantsOf(schema).map(({ name }) => name), [
    "maybe is given",
    "list.[].colour is null",
    "list.[].colour is not null",
    "list.[].colour is red",
    "list.[].colour is blue",
  ]);
});
