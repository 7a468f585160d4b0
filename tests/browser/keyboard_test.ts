import type { Page } from "playwright";
import { expect } from "./support/expect.ts";
import { expectFocusShown, pressUntilFocused } from "./support/focus.ts";
import { browserTest, type Visitor } from "./support/scene.ts";
import { answers, composer, group, groups } from "./support/talk.ts";

/** Without motion a look is at once what it will be. */
const STILL: Visitor = { browser: { reducedMotion: "reduce" } };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

browserTest("keyboard", {
  async "the first Tab offers to skip to the content, and the message field follows"({ signIn }) {
    const page = await signIn(STILL);
    await expect(composer(page)).toBeVisible();
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.keyboard.press("Tab");
    await expect(skip).toBeInViewport();
    await expectFocusShown(skip);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await pressUntilFocused(page, "Tab", composer(page));
    await expectFocusShown(composer(page));
    expect(new URL(page.url()).pathname).toBe("/");
  },

  async "a task from its message to its file without a mouse"({ signIn }) {
    const page = await signIn(STILL);
    await page.keyboard.press("l");
    await expectFocusShown(composer(page));
    await page.keyboard.type("WRITE keys.txt: typed");
    await page.keyboard.press("Enter");
    await expect(answers(page, "WRITE keys.txt: typed")).toContainText("Wrote keys.txt");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(heading(page, "Tasks")).toBeVisible();
    const row = page.getByRole("main").getByRole("link", { name: "Write keys.txt" });
    await page.keyboard.press("j");
    await expectFocusShown(row);
    await page.keyboard.press("Enter");
    await expect(heading(page, "Write keys.txt")).toBeVisible();
    await pressUntilFocused(page, "Tab", page.getByRole("tab", { name: "Runs" }));
    await page.keyboard.press("ArrowRight");
    await expectFocusShown(page.getByRole("tab", { name: "Files" }));
    const file = page.getByRole("button", { name: "keys.txt" });
    await expect(file).toBeVisible();
    await pressUntilFocused(page, "j", file);
    await expectFocusShown(file);
    await page.keyboard.press("Enter");
    await expect(page.locator("pre")).toHaveText("typed");
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(heading(page, "Conversation")).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(heading(page, "Settings")).toBeVisible();
    await page.keyboard.press("l");
    await expectFocusShown(composer(page));
  },

  async "j and k go through the conversation, Escape closes what is beside it"({ signIn }) {
    const page = await signIn(STILL);
    await page.keyboard.press("l");
    for (const text of ["SAY: one", "Two?"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await expect(answers(page, text)).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await expectFocusShown(groups(page).nth(1));
    await page.keyboard.press("k");
    await expectFocusShown(group(page, "SAY: one"));
    await page.keyboard.press("j");
    await expectFocusShown(group(page, "Two?"));
    await page.keyboard.press("k");
    const link = group(page, "SAY: one").getByRole("article").getByRole("link");
    await pressUntilFocused(page, "Tab", link);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("complementary", { name: "Say one" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await expect(link).toBeFocused();
  },

  async "every dialog takes the focus, and gives it back"({ signIn }) {
    const page = await signIn({ ...STILL, path: "/tasks" });
    const start = page.getByRole("main").getByRole("button", { name: "New task" }).first();
    for (
      const [key, dialog, field] of [
        ["?", page.getByRole("dialog", { name: "Keyboard" }), null],
        ["Control+k", page.getByRole("dialog", { name: "Search and commands" }), page.getByRole("combobox")],
        ["c", page.getByRole("dialog", { name: "New task" }), page.getByRole("textbox", { name: "Title" })],
      ] as const
    ) {
      await start.focus();
      await page.keyboard.press(key);
      await expect(dialog).toBeVisible();
      if (field !== null) await expect(field).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(start).toBeFocused();
    }
  },

  async "the palette runs commands and opens tasks by name"({ signIn }) {
    const page = await signIn(STILL);
    await page.keyboard.press("l");
    await page.keyboard.type("half a thought");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("combobox", { name: "Search and commands" });
    await expect(palette).toBeFocused();
    await page.keyboard.type("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue("half a thought");

    await page.keyboard.press("Control+k");
    await expect(palette).toBeFocused();
    await page.keyboard.type("new task");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
    await page.keyboard.type("Water the plants");
    await page.keyboard.press("Enter");
    await expect(heading(page, "Water the plants")).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(heading(page, "Settings")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette).toBeFocused();
    await page.keyboard.type("plants");
    await expect(page.getByRole("dialog").getByRole("option")).toHaveText(["Water the plantsTasks"]);
    await page.keyboard.press("Enter");
    await expect(heading(page, "Water the plants")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette).toBeFocused();
    await page.keyboard.type("nothing like this");
    await expect(page.getByText("Nothing found for “nothing like this”")).toBeVisible();
  },

  async "letters are text while somebody types"({ signIn }) {
    const page = await signIn(STILL);
    await page.keyboard.press("l");
    await page.keyboard.type("g t c b ? j k l");
    await expect(composer(page)).toHaveValue("g t c b ? j k l");
    await expect(heading(page, "Conversation")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    await expect(page.getByRole("button", { name: "Show sidebar" })).toBeVisible();
    await page.keyboard.press("b");
    await expect(page.getByRole("button", { name: "Hide sidebar" })).toBeVisible();
  },
});
