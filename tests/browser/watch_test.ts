import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { watch } from "./support/watch.ts";

const DEEDS: Record<string, string> = {
  "console error": `console.error("a console error")`,
  "page error": `setTimeout(() => { throw new Error("a page error"); })`,
  "native dialog": `alert("a dialog")`,
  "another origin": `fetch("/away").catch(() => {})`,
  "CSP violation":
    `document.head.append(Object.assign(document.createElement("script"), { textContent: "1" }))`,
};

browserTest("watch", {
  async "sees each thing that no page may do"({ visitor, newpi, allow }) {
    allow(/./); // in the scene's own watch
    const context = await visitor();
    const watcher = watch(({ pathname }) => pathname !== "/away");
    await watcher.add(context);
    const page = await context.newPage();
    await page.goto(newpi.printedUrl);
    await expect(page.getByRole("textbox")).toBeVisible();
    expect(watcher.faults()).toEqual([]);
    for (const [deed, script] of Object.entries(DEEDS)) {
      const before = watcher.faults().length;
      await page.evaluate(script);
      await expect.poll(() => watcher.faults().length, { message: deed }).toBeGreaterThan(before);
    }
  },

  async "passes over what a test allows"({ visitor, newpi, allow }) {
    allow(/./);
    const context = await visitor();
    const watcher = watch(() => true);
    watcher.allow(/an allowed error/);
    await watcher.add(context);
    const page = await context.newPage();
    await page.goto(newpi.printedUrl);
    await page.evaluate(`console.error("an allowed error"), console.error("another")`);
    await expect.poll(() => watcher.faults()).toEqual([expect.stringContaining("another")]);
  },
});
