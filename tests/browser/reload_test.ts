import type { Page } from "playwright";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, groups, say } from "./support/talk.ts";

const ORDER = "WAIT: 2\nWRITE late.txt: done";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

browserTest("reload", {
  async "in the middle of a run shows the same, and the answer arrives once"({ signIn }) {
    const page = await signIn();
    await say(page, ORDER);
    await expect(card(page, ORDER).getByText("Running")).toBeVisible();
    await page.reload();
    await expect(card(page, ORDER).getByText("Running")).toBeVisible();
    await expect(answers(page, ORDER)).toHaveCount(0);
    await expect(answers(page, ORDER)).toContainText("Wrote late.txt");
    await expect(card(page, ORDER).getByText("Open")).toBeVisible();
    await page.reload();
    await expect(answers(page, ORDER)).toHaveCount(1);
    await expect(groups(page)).toHaveCount(1);
  },

  async "every page has an address: back and forward go through them, and each loads by itself"({ signIn }) {
    const page = await signIn();
    await say(page, "WRITE a.txt: a");
    await expect(answers(page, "WRITE a.txt: a")).toHaveCount(1);
    await card(page, "WRITE a.txt: a").getByRole("link").click();
    await expect(page.getByRole("complementary", { name: "Write a.txt" })).toBeVisible();
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("main").getByRole("link", { name: "Write a.txt" }).click();
    await page.getByRole("tab", { name: "Files" }).click();
    await page.getByRole("button", { name: "a.txt" }).click();
    await expect(page.locator("pre")).toHaveText("a");

    await page.goBack();
    await expect(page.getByRole("list", { name: "Files" })).toBeVisible();
    await page.goBack();
    await expect(title(page)).toHaveText("Tasks");
    await page.goBack();
    await expect(page.getByRole("complementary", { name: "Write a.txt" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await expect(title(page)).toHaveText("Conversation");
    for (let step = 0; step < 4; step++) await page.goForward();
    await expect(page.locator("pre")).toHaveText("a");

    await page.reload();
    await expect(page.locator("pre")).toHaveText("a");
    const address = page.url();
    const other = await page.context().newPage();
    await other.goto(address);
    await expect(title(other)).toHaveText("Write a.txt");
    await expect(other.locator("pre")).toHaveText("a");
  },

  async "a link to a message opens the conversation there"({ signIn, newpi, allow }) {
    const page = await signIn();
    await say(page, "WRITE a.txt: a");
    await card(page, "WRITE a.txt: a").getByRole("link").click();
    await page.getByRole("complementary").getByRole("link", { name: "Show in the conversation" }).click();
    await expect(page).toHaveURL(/\/\?at=ev_\w+$/);
    await expect(groups(page)).toHaveCount(1);
    allow(/status of 404/);
    await page.goto(`${newpi.origin}/?at=ev_000000000000`);
    await expect(page.getByRole("heading", { name: "This could not be loaded" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(groups(page)).toHaveCount(1);
  },

  async "an address that leads nowhere says so"({ signIn, newpi, allow }) {
    const page = await signIn({ path: "/nowhere" });
    await expect(title(page)).toHaveText("Page not found");
    await page.getByRole("link", { name: "To the conversation" }).click();
    await expect(title(page)).toHaveText("Conversation");
    allow(/status of 404/);
    await page.goto(`${newpi.origin}/tasks/wi_000000000000`);
    await expect(page.getByRole("heading", { name: "There is no such task" })).toBeVisible();
  },
});
