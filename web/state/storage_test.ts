/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { browserStore } from "./storage.ts";

Deno.test("browserStore() goes on without a storage that the browser refuses", () => {
  const store = browserStore(() => {
    throw new DOMException("refused", "SecurityError");
  });
  store.set("a", "1");
  assert.equal(store.get("a"), null);
});
