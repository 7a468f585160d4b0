/** Every page and state that is pictured, and how to come there without a word of any language. @module */
import type { Page } from "playwright";
import type { Told } from "./story.ts";

export interface Scene {
  name: string;
  path: string;
  /** What to do once the page is there. */
  act?(page: Page): Promise<unknown>;
  /** A browser logs a refusal that is part of what is pictured. */
  fault?: RegExp;
}

const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
};

export const FIRST_VISIT: Scene = { name: "first-visit", path: "/" };
export const EMPTY: Scene[] = [
  { name: "conversation-empty", path: "/" },
  { name: "tasks-empty", path: "/tasks" },
];

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

/** Something that is asked for and does not come. */
const hang = (page: Page, path: string) => page.route(path, () => {});
const clickNth = (selector: string, index: number) => async (page: Page) => {
  await page.locator(selector).nth(index).click();
  await page.getByRole("dialog").waitFor();
};

export const SETTINGS: Scene[] = [
  { name: "settings", path: "/settings" },
  { name: "settings-roles", path: "/settings/roles" },
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
      await hang(page, "**/api/agents/test");
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
  { name: "settings-providers", path: "/settings/providers" },
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
];

export function scenes({ steps, failed, waiting, running }: Told): Scene[] {
  return [
    { name: "conversation", path: "/" },
    {
      name: "conversation-answer",
      path: "/",
      act: (page) => page.locator(".prose table").scrollIntoViewIfNeeded(),
    },
    { name: "conversation-panel", path: `/?task=${steps}` },
    { name: "tasks", path: "/tasks" },
    { name: "task-runs", path: `/tasks/${steps}` },
    { name: "task-output", path: `/tasks/${steps}`, act: (page) => page.locator("summary").first().click() },
    { name: "task-running", path: `/tasks/${running}` },
    { name: "task-failed", path: `/tasks/${failed}` },
    { name: "task-waiting", path: `/tasks/${waiting}` },
    { name: "task-files", path: `/tasks/${steps}?tab=files` },
    { name: "task-file", path: `/tasks/${steps}?tab=files&file=notes%2Fplan.md` },
    {
      name: "task-log",
      path: `/tasks/${steps}?tab=log`,
      act: (page) => page.locator(".log-row").nth(3).click(),
    },
    { name: "new-task", path: "/tasks", act: press("c") },
    { name: "palette", path: "/", act: press("Control+k") },
    { name: "keys", path: "/", act: press("?") },
    { name: "missing", path: "/nowhere" },
  ];
}
