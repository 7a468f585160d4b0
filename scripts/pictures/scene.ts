/** A page in a state, and how to come there without a word of any language. @module */
import type { Page } from "playwright";

export interface Scene {
  name: string;
  path: string;
  /** What the page is given before it opens. */
  prepare?(page: Page): Promise<unknown>;
  /** What to do once the page is there. */
  act?(page: Page): Promise<unknown>;
  /** A browser logs a refusal that is part of what is pictured. */
  fault?: RegExp;
  /** By a browser that is not signed in. */
  isStranger?: true;
  /** What is pictured is the waiting itself. */
  isWaiting?: true;
  /** Pictured also in large, in a system's own colours, with more contrast. */
  isMain?: true;
}

/** Something that is asked for and does not come. */
export const hang = (path: string) => (page: Page) => page.route(path, () => {});

/** Something that newpi could not do. */
export const fail = (path: string) => (page: Page) =>
  page.route(path, (route) => {
    const error = { code: "INTERNAL", message: "The disk is full" };
    return route.fulfill({ status: 500, json: { ok: false, error } });
  });

export const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
};

export const clickNth = (selector: string, index: number) => async (page: Page) => {
  await page.locator(selector).nth(index).click();
  await page.getByRole("dialog").waitFor();
};

/** Where a message has its menu: the mouse must be over it. */
export async function openMenuOf(page: Page, selector: string): Promise<void> {
  const place = page.locator(selector).last();
  await place.hover();
  await place.locator("[aria-expanded]").click();
  await page.getByRole("menu").waitFor();
}

export const scrollTo = (selector: string) => (page: Page) =>
  page.locator(selector).first().evaluate((element) => element.scrollIntoView({ block: "center" }));
