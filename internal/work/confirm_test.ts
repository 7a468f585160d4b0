import assert from "node:assert/strict";
import { say, spoken } from "./confirm.ts";

const cases = [
  { name: "one run", notices: [say("cancelled", { count: 1 })], want: "Stopped 1 run." },
  { name: "several runs", notices: [say("cancelled", { count: 2 })], want: "Stopped 2 runs." },
  {
    name: "several things at once",
    notices: [say("nothingRunning"), say("statusSet", { count: 2, status: "done" })],
    want: "Nothing is running. 2 tasks are now done.",
  },
];
for (const { name, notices, want } of cases) {
  Deno.test(`spoken() says ${name} in English and keeps the keys`, () => {
    assert.deepEqual(spoken(notices), { text: want, notices });
  });
}

const KEYS = [
  ["runCancelled", "notHandled", "nothingRunning", "noSuchTask", "tasksChanged", "cancelled", "statusSet"],
  ["agentNotConfigured", "agentFailed", "turnFailed", "budgetHops"],
].flat();
for (const language of ["en", "fr", "zh"]) {
  Deno.test(`the page can say every sentence of newpi in ${language}`, async () => {
    const texts = JSON.parse(
      await Deno.readTextFile(new URL(`../../web/i18n/${language}.json`, import.meta.url)),
    );
    const known = new Set(Object.keys(texts.notice).map((key) => key.replace(/_(one|other)$/, "")));
    assert.deepEqual([...known].toSorted(), KEYS.toSorted());
  });
}
