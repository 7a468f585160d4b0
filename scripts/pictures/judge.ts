/// <reference lib="dom" />
/** What can be judged of a picture without eyes. @module */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** A sentence for every rule of axe that is broken, and for a window that scrolls sideways. */
export async function judge(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const faults = violations.map(({ id, help, nodes }) =>
    `${id}: ${help} at ${nodes.map(({ target }) => target)}`
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...faults, `scrolls ${overflow} px sideways`] : faults;
}
