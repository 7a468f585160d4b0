import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { composer } from "./support/talk.ts";

const REFUSED = /status of 401/;

browserTest("sign-in", {
  async "without a cookie the gate is shown, and nothing else"({ newpi, visitor, allow }) {
    allow(REFUSED);
    const page = await (await visitor()).newPage();
    await page.goto(newpi.origin);
    await expect(page.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    await expect(page.getByText("newpi open", { exact: true })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("navigation")).toHaveCount(0);
  },

  async "the printed address opens the conversation and leaves no code behind"({ newpi, visitor }) {
    const context = await visitor();
    const page = await context.newPage();
    await page.goto(newpi.printedUrl);
    await expect(composer(page)).toBeVisible();
    expect(page.url()).toBe(`${newpi.origin}/`);
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", domain: "127.0.0.1" });
    await page.reload();
    await expect(composer(page)).toBeVisible();
  },

  async "a code signs in one browser only"({ newpi, visitor, allow }) {
    const first = await (await visitor()).newPage();
    await first.goto(newpi.printedUrl);
    await expect(composer(first)).toBeVisible();
    allow(REFUSED);
    const second = await (await visitor()).newPage();
    await second.goto(newpi.printedUrl);
    await expect(second.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    expect(second.url()).toBe(`${newpi.origin}/`);
    await expect(composer(first)).toBeVisible();
  },

  async "the gate opens once this browser has signed in elsewhere"({ newpi, visitor, allow }) {
    allow(REFUSED);
    const context = await visitor();
    const page = await context.newPage();
    await page.goto(`${newpi.origin}/tasks`);
    await expect(page.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    const other = await context.newPage();
    await other.goto(newpi.printedUrl);
    await expect(composer(other)).toBeVisible();
    await page.getByRole("button", { name: "I have done that" }).click();
    await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  },

  async "signing out asks, and then shows the gate"({ newpi, signIn, allow }) {
    const page = await signIn({ path: "/settings" });
    await page.getByRole("button", { name: "Sign out of this browser" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out of this browser?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Sign out of this browser" }).click();
    allow(REFUSED);
    await dialog.getByRole("button", { name: "Sign out of this browser" }).click();
    await expect(page.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await page.goto(newpi.origin);
    await expect(page.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
  },
});
