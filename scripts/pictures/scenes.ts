/** Every page and state that is pictured, and how to come there without a word of any language. @module */
import type { Page } from "playwright";
import type { Told } from "./story.ts";

export interface Scene {
  name: string;
  path: string;
  /** What to do once the page is there. */
  act?(page: Page): Promise<unknown>;
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
    { name: "settings", path: "/settings" },
    {
      name: "settings-status",
      path: "/settings",
      act: (page) => page.locator(".settings-actions").scrollIntoViewIfNeeded(),
    },
    { name: "new-task", path: "/tasks", act: press("c") },
    { name: "palette", path: "/", act: press("Control+k") },
    { name: "keys", path: "/", act: press("?") },
    { name: "missing", path: "/nowhere" },
  ];
}
