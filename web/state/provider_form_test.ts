/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import type { ProviderView } from "../../internal/contract/settings.ts";
import {
  changeOf,
  creationOf,
  EMPTY_FORM,
  formOf,
  idFrom,
  problemsOf,
  type ProviderForm,
  type ProviderProblems,
  withLabel,
  withPreset,
} from "./provider_form.ts";

const GOOD: ProviderForm = {
  ...EMPTY_FORM,
  label: "Mine",
  id: "mine",
  openaiBaseUrl: "https://mine.test/v1",
};
const VIEW: ProviderView = {
  id: "mine",
  label: "Mine",
  anthropicBaseUrl: "",
  openaiBaseUrl: "https://mine.test/v1",
  piProvider: "",
  models: ["m-1", "m-2"],
  hasApiKey: true,
  apiKeyHint: "…abcd",
};

const names = [
  ["My Provider", "my-provider"],
  ["Équipe n° 2", "equipe-n-2"],
  ["2 servers", "servers"],
  ["模型", ""],
  ["x".repeat(60), "x".repeat(40)],
];
for (const [label = "", want = ""] of names) {
  Deno.test(`idFrom() makes "${want}" of "${label}"`, () => assert.equal(idFrom(label), want));
}

Deno.test("withLabel() lets the short name follow until the person writes one", () => {
  const named = withLabel(EMPTY_FORM, "DeepSeek", ["deepseek"]);
  assert.equal(named.id, "deepseek-2");
  assert.equal(withLabel(named, "DeepSeek EU", ["deepseek"]).id, "deepseek-eu");
  assert.equal(withLabel({ ...named, id: "ds" }, "Other", []).id, "ds");
});

Deno.test("withPreset() fills in the addresses and keeps the key", () => {
  const preset = {
    id: "zai",
    label: "Z.ai",
    anthropicBaseUrl: "https://z",
    openaiBaseUrl: "",
    piProvider: "zai",
  };
  const form = withPreset({ ...GOOD, apiKey: "sk-typed" }, preset, ["zai", "zai-2"]);
  assert.deepEqual(form, { ...EMPTY_FORM, ...preset, id: "zai-3", apiKey: "sk-typed" });
});

const judged: { name: string; form: Partial<ProviderForm>; want: ProviderProblems }[] = [
  { name: "a good one", form: {}, want: {} },
  { name: "no name", form: { label: "  " }, want: { label: "labelMissing" } },
  { name: "a short name with capitals", form: { id: "Mine" }, want: { id: "idForm" } },
  { name: "no short name", form: { id: "" }, want: { id: "idForm" } },
  { name: "a short name that is taken", form: { id: "taken" }, want: { id: "idTaken" } },
  { name: "no address", form: { openaiBaseUrl: " " }, want: { anthropicBaseUrl: "addressMissing" } },
  { name: "pi's name alone", form: { openaiBaseUrl: "", piProvider: "zai" }, want: {} },
  {
    name: "an address without scheme",
    form: { openaiBaseUrl: "mine.test" },
    want: { openaiBaseUrl: "addressForm" },
  },
  {
    name: "a script as address",
    form: { openaiBaseUrl: "javascript:1" },
    want: { openaiBaseUrl: "addressForm" },
  },
  { name: "pi's name with a dot", form: { piProvider: "z.ai" }, want: { piProvider: "piForm" } },
  { name: "two models in a line", form: { models: "a b" }, want: { models: "modelForm" } },
  { name: "too many models", form: { models: "m\n".repeat(201) }, want: { models: "modelsMany" } },
  { name: "empty lines between models", form: { models: "\na\n\n b \n" }, want: {} },
];
for (const { name, form, want } of judged) {
  Deno.test(`problemsOf() judges ${name}`, () => {
    assert.deepEqual(problemsOf({ ...GOOD, ...form }, ["taken"]), want);
  });
}

Deno.test("creationOf() sends a key only when there is one", () => {
  const { apiKey, ...without } = creationOf({ ...GOOD, apiKey: " sk-1 ", models: "a\nb\n" });
  assert.equal(apiKey, "sk-1");
  assert.deepEqual(without.models, ["a", "b"]);
  assert.ok(!("apiKey" in creationOf(GOOD)));
});

Deno.test("changeOf() sends what differs, never the short name nor a key", () => {
  assert.deepEqual(changeOf(formOf(VIEW), VIEW), {});
  const form = { ...formOf(VIEW), id: "other", apiKey: "sk-1", label: "Mine ", models: "m-2\nm-1" };
  assert.deepEqual(changeOf(form, VIEW), { models: ["m-2", "m-1"] });
});
