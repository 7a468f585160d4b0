import assert from "node:assert/strict";
import { join } from "@std/path";
import { flatten, localeViolations, type Messages } from "./locales.ts";
import { ROOT } from "./source.ts";

const LANGUAGES = ["en", "fr", "zh"];

function readLocale(language: string): Messages {
  return JSON.parse(Deno.readTextFileSync(join(ROOT, "web", "i18n", `${language}.json`)));
}

Deno.test("newpi's page says the same in English, French and Chinese", () => {
  const locales = Object.fromEntries(LANGUAGES.map((language) => [language, readLocale(language)]));
  assert.ok(flatten(readLocale("en")).size > 0);
  assert.deepEqual(localeViolations(locales), []);
});

Deno.test("flatten() takes the forms of a plural as one and collects placeholders", () => {
  const messages = { a: { runs_one: "one of {{count}}", runs_other: "{{count}} in {{place}}" }, b: "x" };
  assert.deepEqual([...flatten(messages)], [["a.runs", "count, place"], ["b", ""]]);
});

const cases: { name: string; en: Messages; fr: Messages; count: number }[] = [
  { name: "the same keys", en: { a: { b: "x" } }, fr: { a: { b: "y" } }, count: 0 },
  {
    name: "other plural forms",
    en: { n_one: "{{count}}", n_other: "{{count}}" },
    fr: { n_other: "{{count}}" },
    count: 0,
  },
  { name: "a key that is missing", en: { a: "x", b: "x" }, fr: { a: "y" }, count: 1 },
  { name: "a key that is too many", en: { a: "x" }, fr: { a: "y", c: "y" }, count: 1 },
  { name: "a text in place of a group", en: { a: { b: "x" } }, fr: { a: "y" }, count: 2 },
  { name: "another placeholder", en: { a: "{{name}}" }, fr: { a: "{{nom}}" }, count: 1 },
  { name: "a placeholder deep down", en: { a: { b: "{{name}}" } }, fr: { a: { b: "nom" } }, count: 1 },
];
for (const { name, en, fr, count } of cases) {
  Deno.test(`localeViolations() finds ${count} in ${name}`, () => {
    assert.equal(localeViolations({ en, fr }).length, count);
  });
}
