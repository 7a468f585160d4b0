import assert from "node:assert/strict";
import { detectLanguage, type Language } from "./language.ts";

const cases: [string, Language][] = [
  ["hello", "en"],
  ["WRITE résumé.txt: hi", "en"],
  ["Where is the café?", "en"],
  ["WRITE hello.txt: 你好", "zh"],
  ["Bonjour !", "fr"],
  ["WRITE note.txt: la liste des courses", "fr"],
  ["Où est la réponse", "fr"],
  ["Comment ça va ?", "fr"],
  ["Please comment on this", "en"],
  ["wi_4des7la2 is at /tmp/5le_9un", "en"],
  ["", "en"],
];
for (const [text, want] of cases) {
  Deno.test(`detectLanguage() takes "${text}" for ${want}`, () => assert.equal(detectLanguage(text), want));
}
