/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { preferencesState, resolveLanguage } from "./preferences.ts";
import { memoryStore } from "./storage.ts";

Deno.test("preferencesState() keeps a choice, and nothing where the default is chosen", () => {
  const store = memoryStore();
  const { theme } = preferencesState(store);
  theme.value = "dark";
  assert.equal(preferencesState(store).theme.value, "dark");
  theme.value = "system";
  assert.equal(store.get("newpi.theme"), null);
});

Deno.test("preferencesState() ignores a value that it does not know", () => {
  const store = memoryStore();
  store.set("newpi.language", "tlh");
  assert.equal(preferencesState(store).language.value, "system");
});

const cases = [
  { name: "takes the person's choice", choice: "zh", wanted: ["fr-FR"], want: "zh" },
  { name: "takes the best that it speaks", choice: "system", wanted: ["de-AT", "fr-CA", "en"], want: "fr" },
  { name: "takes English when it speaks none", choice: "system", wanted: ["de"], want: "en" },
] as const;
for (const { name, choice, wanted, want } of cases) {
  Deno.test(`resolveLanguage() ${name}`, () => assert.equal(resolveLanguage(choice, wanted), want));
}
