import { expect } from "./support/expect.ts";
import { expectFocusShown, pressUntilFocused } from "./support/focus.ts";
import { browserTest } from "./support/scene.ts";
import { settingsCard } from "./support/settings_page.ts";

browserTest("settings", {
  async "every section has its address, and the list beside it is used by keyboard"({ signIn }) {
    const page = await signIn({ path: "/settings" });
    const list = page.getByRole("navigation", { name: "Parts of the settings" });
    await expect(list.getByRole("link", { name: "General" })).toHaveAttribute("aria-current", "page");
    for (const name of ["Roles", "Agents", "Providers", "Status"]) {
      const link = list.getByRole("link", { name });
      await pressUntilFocused(page, "Tab", link);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expectFocusShown(link);
      expect(new URL(page.url()).pathname).toBe(`/settings/${name.toLowerCase()}`);
    }
    await page.goBack();
    await expect(page.getByRole("heading", { level: 2, name: "Providers", exact: true })).toBeVisible();
    await page.goto("/settings/nothing");
    await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
  },

  async "a phone shows the list first, and every section leads back to it"({ signIn }) {
    const page = await signIn({ path: "/settings", browser: { viewport: { width: 390, height: 844 } } });
    await expect(page.getByRole("radio")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: /^Roles/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Roles" })).toBeVisible();
    await page.getByRole("link", { name: "All settings" }).click();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(5);
  },

  async "settings that cannot be read say so, and come when they can"({ signIn, allow }) {
    allow(/net::ERR_/);
    const page = await signIn();
    await page.route("**/api/settings", (route) => route.abort());
    await page.goto("/settings/roles");
    await expect(page.getByText("This could not be loaded")).toBeVisible();
    await page.unroute("**/api/settings");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(settingsCard(page, "Talks to you")).toBeVisible();
  },
}, { agent: "demo", clis: ["claude", "codex"] });
