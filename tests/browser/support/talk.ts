/** The conversation page as a person reads it. @module */
import type { Locator, Page } from "playwright";

export function composer(page: Page): Locator {
  return page.getByRole("main").getByRole("textbox", { name: "Message", exact: true });
}

/** Types a message and sends it with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** All questions with what belongs under each, oldest first. */
export function groups(page: Page): Locator {
  return page.locator("article[data-row]");
}

/** The question that reads exactly like this, with its answers. */
export function group(page: Page, question: string): Locator {
  return groups(page).filter({ has: page.locator(".bubble").getByText(question, { exact: true }) });
}

/** Answers under a question. */
export function answers(page: Page, question: string): Locator {
  return group(page, question).locator(".answer");
}

export function card(page: Page, question: string): Locator {
  return group(page, question).getByRole("article");
}
