/** The settings: nothing chosen, then providers and roles. @module */
import { clickNth, fail, hang, type Scene } from "./scene.ts";

export const SETTINGS_EMPTY: Scene[] = [
  { name: "settings-providers-empty", path: "/settings/providers" },
  {
    name: "settings-provider-wrong",
    path: "/settings/providers",
    async act(page) {
      await page.locator(".empty button").click();
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.locator("[aria-invalid]").first().waitFor();
    },
  },
];

export const SETTINGS: Scene[] = [
  { name: "settings", path: "/settings" },
  { name: "settings-general", path: "/settings/general" },
  {
    name: "settings-sign-out",
    path: "/settings/general",
    act: clickNth(".setting button", -1),
  },
  { name: "settings-roles", path: "/settings/roles", isMain: true },
  {
    name: "settings-roles-unsaved",
    path: "/settings/roles",
    async act(page) {
      await page.locator(".role select").nth(2).selectOption("high");
      await page.locator(".role").nth(1).locator("[role=combobox]").click();
      await page.getByRole("listbox").waitFor();
    },
  },
  { name: "settings-agents", path: "/settings/agents" },
  {
    name: "settings-agents-test",
    path: "/settings/agents",
    async act(page) {
      await page.locator(".agent .card-foot button").first().click();
      await page.locator(".test-result .done").waitFor();
      await hang("**/api/agents/test")(page);
      await page.locator(".agent").nth(1).locator(".card-foot button").first().click();
      await page.locator(".test-result .spin").waitFor();
    },
  },
  {
    name: "settings-agent-path",
    path: "/settings/agents",
    fault: /status of 400/,
    async act(page) {
      await page.locator(".agent").nth(1).locator(".card-foot button").nth(1).click();
      await page.getByRole("dialog").getByRole("textbox").fill("/opt/claude/bin/claude");
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.locator("[role=alert]").waitFor();
    },
  },
  { name: "settings-providers", path: "/settings/providers", isMain: true },
  { name: "settings-provider-edit", path: "/settings/providers", act: clickNth(".provider button", 1) },
  {
    name: "settings-provider-delete",
    path: "/settings/providers",
    async act(page) {
      await page.locator(".provider [aria-expanded]").first().click();
      await page.getByRole("menuitem").last().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-provider-key",
    path: "/settings/providers",
    async act(page) {
      await page.locator(".provider [aria-expanded]").first().click();
      await page.getByRole("menuitem").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "settings-status", path: "/settings/status" },
  {
    name: "settings-loading",
    path: "/settings/roles",
    isWaiting: true,
    prepare: hang("**/api/settings"),
  },
  {
    name: "settings-failed",
    path: "/settings/roles",
    fault: /status of 500/,
    prepare: fail("**/api/settings"),
  },
];
