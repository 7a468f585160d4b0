import { expect } from "./support/expect.ts";
import type { Page } from "playwright";
import { browserTest, type Scene } from "./support/scene.ts";
import { answers, card, say } from "./support/talk.ts";

const ORDER = "WRITE notes/hello.txt: first line\nsecond line\nRUN: printf ran";

/** A finished task, opened on its own page the way a person gets there. */
async function openFinishedTask({ signIn }: Pick<Scene, "signIn">): Promise<Page> {
  const page = await signIn();
  await say(page, ORDER);
  await expect(answers(page, ORDER)).toContainText("Ran printf ran.");
  await card(page, ORDER).getByRole("link").click();
  await page.getByRole("complementary").getByRole("link", { name: "Open as page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Write notes/hello.txt" })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/wi_\w+$/);
  return page;
}

browserTest("task page", {
  async "shows the run with its steps and how it ended"(scene) {
    const page = await openFinishedTask(scene);
    const panel = page.getByRole("tabpanel", { name: "Runs" });
    const steps = panel.locator(".steps").getByRole("listitem");
    await expect(steps).toContainText(["Write notes/hello.txt", "Run printf ran"]);
    await expect(steps.getByRole("img", { name: "Done" })).toHaveCount(2);
    await expect(panel.getByRole("button", { expanded: true })).toContainText("Done, not checked");
    await expect(panel.getByRole("heading", { name: "What it said at the end" })).toBeVisible();
  },

  async "lists the files, shows one and downloads it"(scene) {
    const page = await openFinishedTask(scene);
    await page.getByRole("tab", { name: "Files" }).click();
    await page.getByRole("list", { name: "Files" }).getByRole("button", { name: "notes/hello.txt" }).click();
    await expect(page.locator("pre")).toHaveText("first line\nsecond line");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("hello.txt");
    expect(await Deno.readTextFile(await download.path())).toBe("first line\nsecond line");
    await page.getByRole("button", { name: "All files" }).click();
    await expect(page.getByRole("list", { name: "Files" })).toBeVisible();
  },

  async "its log has the events in the order of their happening"(scene) {
    const page = await openFinishedTask(scene);
    await page.getByRole("tab", { name: "Log" }).click();
    const rows = page.getByRole("list", { name: "Events of this task" }).getByRole("listitem");
    // Newest first.
    await expect(rows.locator("code")).toHaveText([
      "agent.reply",
      "manager.decision",
      "run.finished",
      "side_effect.result",
      "side_effect.intent",
      "side_effect.result",
      "side_effect.intent",
      "run.running",
      "run.started",
      "work_item.understanding",
      "manager.decision",
      "user.message",
      "message.attributed",
      "work_item.created",
    ]);
    const seqs = (await rows.locator(".log-seq").allTextContents()).map(Number);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    await rows.first().getByRole("button").click();
    await expect(rows.first().locator("pre")).toContainText("Ran `printf ran`.");
  },

  async "can be marked done, taken back and opened again"(scene) {
    const page = await openFinishedTask(scene);
    await page.getByRole("button", { name: "Mark done" }).click();
    await expect(page.getByText("Marked done: Write notes/hello.txt")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Mark done" })).toBeVisible();
    await page.getByRole("button", { name: "Mark done" }).click();
    await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 2, name: "Done" })).toBeVisible();
    await page.getByRole("link", { name: "Write notes/hello.txt" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(page.getByText("Reopened: Write notes/hello.txt")).toBeVisible();
  },

  async "takes a message of its own, which is answered in the conversation too"(scene) {
    const page = await openFinishedTask(scene);
    const box = page.getByRole("textbox", { name: "Message to this task" });
    await box.fill("WRITE more.txt: more");
    await box.press("Enter");
    await expect(page.getByText("Sent. The answer comes in the conversation too.")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Runs" })).toContainText("2");
    await page.getByRole("tab", { name: "Files" }).click();
    await expect(page.getByRole("list", { name: "Files" }).getByRole("button", { name: "more.txt" }))
      .toBeVisible();
    await page.getByRole("link", { name: "Conversation" }).click();
    await expect(answers(page, "WRITE more.txt: more")).toContainText("Wrote more.txt");
  },

  async "can be made without a message: only noted down, or started at once"({ signIn }) {
    const page = await signIn({ path: "/tasks" });
    await page.getByRole("main").getByRole("button", { name: "New task" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByRole("button", { name: "Create task" }).click();
    await expect(dialog.getByText("Give it a title.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Title" }).fill("Water the plants");
    await dialog.getByRole("button", { name: "Create task" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Water the plants" })).toBeVisible();
    await expect(page.getByText("Nothing has run yet")).toBeVisible();

    await page.keyboard.press("c");
    await dialog.getByRole("textbox", { name: "Title" }).fill("Write it down");
    await dialog.getByRole("textbox", { name: "What to do" }).fill("WRITE plan.txt: water");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await expect(dialog.getByRole("textbox", { name: "What to do" })).toHaveValue("WRITE plan.txt: water");
    await dialog.getByRole("button", { name: "Create and start" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Write it down" })).toBeVisible();
    await expect(page.getByRole("tabpanel")).toContainText("Wrote plan.txt");
  },
});
