/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Locator, Page } from "playwright";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, composer, say } from "./support/talk.ts";

/** Longer ones keep a person waiting; those that turn without an end say that something goes on. */
const MAX_MOTION_MS = 150;
const FORCED = { forcedColors: "active", reducedMotion: "reduce" } as const;

/** What is named by the things that Tab reaches, until it comes round. */
async function tabOrder(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const { activeElement: focused } = document;
      if (focused === null || focused === document.body) return null;
      return focused.getAttribute("aria-label") ?? focused.textContent?.trim() ?? "";
    });
    if (name === null || name === names[0]) return names;
    names.push(name);
  }
  throw new Error(`Tab comes to no end: ${names}`);
}

/** Durations of all that can move on the page, whether it does now or not. */
function motions(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const seconds = (list: string) => list.split(",").map((one) => parseFloat(one) * 1000);
    return [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const isEndless = style.animationIterationCount === "infinite";
        const animations = style.animationName === "none" || isEndless
          ? []
          : seconds(style.animationDuration);
        return [...animations, ...seconds(style.transitionDuration)];
      })
    );
  });
}

async function animations(page: Page): Promise<number> {
  return await page.evaluate(() => document.getAnimations().length);
}

/** A few pixels of something's edge, as they are on the screen. */
async function edge(locator: Locator, side: "left" | "bottom"): Promise<string> {
  const { x, y, width, height } = await locator.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = side === "left"
    ? { x: x - 4, y: y + height / 2 - 4, width: 8, height: 8 }
    : { x: x + width / 2 - 4, y: y + height - 4, width: 8, height: 8 };
  return (await locator.page().screenshot({ clip })).toString("base64");
}

async function expectFocusPainted(locator: Locator, around: Locator = locator): Promise<void> {
  await locator.focus();
  const focused = await edge(around, "left");
  await locator.blur();
  expect(await edge(around, "left"), `${locator} shows its focus`).not.toBe(focused);
}

browserTest("access", {
  async "Tab goes through the page in the order in which it is read"({ signIn }) {
    const page = await signIn();
    const order = "SAY: in order";
    await say(page, order);
    await expect(answers(page, order)).toHaveCount(1);
    await composer(page).fill("draft");
    await page.reload();
    await expect(answers(page, order)).toHaveCount(1);
    expect(await tabOrder(page)).toEqual([
      "Skip to content",
      "Hide sidebar",
      "New taskc",
      "SearchCtrl K",
      "Conversation",
      "Tasks",
      "Settings",
      "More actions",
      "New task",
      "Say in order",
      "Copy",
      "Message",
      "Add images",
      "Answers: Demo agent",
      "Send",
    ]);
  },

  async "the first link leads past the sidebar on every page"({ signIn }) {
    const page = await signIn();
    for (const path of ["/", "/tasks", "/settings/roles", "/nowhere"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
      await page.keyboard.press("Tab");
      const isInMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
      expect(isInMain, `${path}: the next Tab is in the content`).toBe(true);
    }
  },

  async "nothing moves for longer than a moment, and nothing at all for who wants no motion"({ signIn }) {
    const page = await signIn();
    await say(page, "WAIT: 600");
    await expect(card(page, "WAIT: 600").getByText("Running")).toBeVisible();
    for (const path of ["/", "/tasks", "/settings/roles"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const key of ["Control+k", "?", "c"]) {
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await page.keyboard.press(key);
        await expect(page.getByRole("dialog")).toBeVisible();
        const longest = Math.max(...await motions(page));
        expect(longest, `${path} ${key}`).toBeGreaterThan(0);
        expect(longest, `${path} ${key}`).toBeLessThanOrEqual(MAX_MOTION_MS);
        await page.emulateMedia({ reducedMotion: "reduce" });
        expect(Math.max(...await motions(page)), `${path} ${key} without motion`).toBe(0);
        expect(await animations(page), `${path} ${key} without motion`).toBe(0);
        await page.keyboard.press("Escape");
      }
    }
  },

  async "colours of the system leave the focus to be seen"({ signIn }) {
    const page = await signIn({ browser: FORCED });
    await say(page, "ASK: Shall I?");
    await expect(page.getByRole("button", { name: "Yes", exact: true })).toBeVisible();
    await expectFocusPainted(composer(page), page.getByRole("main").locator("form"));
    await expectFocusPainted(page.getByRole("link", { name: "Tasks" }));
    await expectFocusPainted(page.getByRole("button", { name: "Yes", exact: true }));
    await expectFocusPainted(
      page.getByRole("link", { name: "Ask Shall I?" }).last(),
      card(page, "ASK: Shall I?"),
    );
    await page.goto("/tasks");
    await expectFocusPainted(page.getByRole("main").getByRole("link").first());
    await page.goto("/settings/general");
    await expectFocusPainted(page.getByRole("radio", { name: "French" }).or(page.getByRole("radio").nth(1)));
  },

  async "colours of the system leave to be seen what is chosen"({ signIn }) {
    const page = await signIn({ browser: FORCED });
    await say(page, "SAY: chosen");
    await expect(answers(page, "SAY: chosen")).toHaveCount(1);
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    expect(await edge(link("Conversation"), "left")).not.toBe(await edge(link("Tasks"), "left"));

    await page.keyboard.press("Control+k");
    const option = page.getByRole("option");
    await expect(option.first()).toBeVisible();
    expect(await edge(option.nth(0), "bottom")).not.toBe(await edge(option.nth(2), "bottom"));
    await page.keyboard.press("Escape");

    await page.goto("/tasks");
    await page.getByRole("main").getByRole("link").first().click();
    const tab = (name: string) => page.getByRole("tab", { name });
    await expect(tab("Files")).toBeVisible();
    expect(await edge(tab("Runs"), "bottom")).not.toBe(await edge(tab("Files"), "bottom"));

    await page.goto("/settings/general");
    const theme = page.getByRole("radiogroup", { name: "Theme" }).locator("span");
    await expect(theme.first()).toBeVisible();
    expect(await edge(theme.nth(0), "bottom")).not.toBe(await edge(theme.nth(1), "bottom"));
  },
});
