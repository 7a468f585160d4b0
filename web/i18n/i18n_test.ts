/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { fromFileUrl, join } from "@std/path";
import en from "./en.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import { i18nState } from "./i18n.ts";
import zh from "./zh.json" with { type: "json" };

type Texts = { [key: string]: string | Texts };

/** The same in every language. */
const SAME = new Set([
  "app.title",
  "app.unseen",
  "settings.agentOption",
  "settings.endpoint.anthropicBaseUrl",
  "settings.endpoint.openaiBaseUrl",
  "page.conversation",
  "talk.exampleRunText",
]);
const isName = (key: string) => /^(language|agent)\./.test(key);

function flat(texts: Texts, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const entry of flat(value, `${prefix}${key}.`)) found.set(...entry);
  }
  return found;
}

const english = flat(en);
const others = { fr: flat(fr), zh: flat(zh) };
const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g)?.toSorted() ?? [];

function sources(dir: string): string {
  return [...Deno.readDirSync(dir)].map((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory) return entry.name === "dist" ? "" : sources(path);
    return /(?<!_test)\.tsx?$/.test(entry.name) ? Deno.readTextFileSync(path) : "";
  }).join("\n");
}

/** Families whose last part is a word of the contract or of the server: `state.${state}`, `notice.${key}`. */
function isUsed(key: string, code: string): boolean {
  const base = key.replace(/_(one|other)$/, "");
  const family = base.slice(0, base.lastIndexOf("."));
  return code.includes(`"${base}"`) || code.includes(`\`${family}.\${`) || code.includes(`"${family}"`);
}

Deno.test("en.json holds no text that the page does not use", () => {
  const code = sources(fromFileUrl(new URL("..", import.meta.url)));
  assert.deepEqual([...english.keys()].filter((key) => !isUsed(key, code)), []);
});

for (const [language, texts] of Object.entries(others)) {
  Deno.test(`${language}.json has exactly the keys of English`, () => {
    assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted());
  });
  Deno.test(`${language}.json fills in the same parameters`, () => {
    for (const [key, text] of texts) {
      assert.deepEqual(placeholders(text), placeholders(english.get(key) ?? ""), key);
    }
  });
  Deno.test(`${language}.json is translated`, () => {
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    const meant = (key: string) => SAME.has(key) || isName(key) || WORDS_ALIKE.has(`${language}:${key}`);
    assert.deepEqual(same.filter((key) => !meant(key)), []);
  });
}

/** Words that are the same in both languages. */
const WORDS_ALIKE = new Set([
  "fr:app.pages",
  "fr:failed.code",
  "fr:talk.label",
  "fr:settings.version",
  "fr:settings.versionIs",
  "fr:settings.section.agents",
  "fr:settings.field.agent",
  "fr:settings.field.effort",
]);

Deno.test("t() counts in the language's own plural", async () => {
  const i18n = i18nState([]);
  assert.equal(i18n.t("talk.newAnswers", { count: 1 }), "1 new answer");
  await i18n.use("fr");
  assert.equal(i18n.t("talk.newAnswers", { count: 2 }), "2 nouvelles réponses");
});

Deno.test("notices() says the server's sentences in the reader's language", async () => {
  const i18n = i18nState([]);
  await i18n.use("zh");
  const said = i18n.notices(
    [{ key: "statusSet", params: { count: 2, status: "done" } }],
    "2 tasks are now done.",
  );
  assert.equal(said, "2 个任务已设为已完成。");
});

Deno.test("notices() falls back to English when one key is newer than the page", () => {
  const i18n = i18nState([]);
  const notices = [{ key: "runCancelled" }, { key: "notYetKnown" }];
  assert.equal(i18n.notices(notices, "The run was stopped."), "The run was stopped.");
});
