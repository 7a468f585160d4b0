/// <reference lib="dom" />
/** Where the focus is, and whether a person sees it. @module */
import type { Locator, Page } from "playwright";
import { expect } from "./expect.ts";

const MAX_PRESSES = 60;

/** It has the focus, and it or the box around it looks different because of that. */
export async function expectFocusShown(locator: Locator): Promise<void> {
  await expect(locator).toBeFocused();
  const differs = await locator.evaluate((element: HTMLElement) => {
    const looks = () =>
      [element, element.parentElement ?? element].map((each) => {
        const { outline, boxShadow, borderColor } = getComputedStyle(each);
        return [outline, boxShadow, borderColor].join();
      }).join();
    const focused = looks();
    element.blur();
    const blurred = looks();
    element.focus();
    return focused !== blurred;
  });
  expect(differs, `${locator} shows that it has the focus`).toBe(true);
}

/** Presses a key until the focus arrives. */
export async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press(key);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${wanted}`);
}
