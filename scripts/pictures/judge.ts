/// <reference lib="dom" />
/** What can be judged of a picture without eyes. @module */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { cutTexts } from "./cut_text.ts";
import { overlaps } from "./overlaps.ts";

/** Off in axe unless asked for: WCAG 2.2, 2.5.8, with its exceptions. */
const RULES = { "target-size": { enabled: true } };
/** Where the system chooses the colours, axe still reads the ones that are not shown. */
const FORCED = { ...RULES, "color-contrast": { enabled: false } };

/** A sentence for every fault: axe's rules, a window that scrolls sideways, text that is cut or written over. */
export async function judge(page: Page): Promise<string[]> {
  const isForced = await page.evaluate(() => matchMedia("(forced-colors: active)").matches);
  const rules = isForced ? FORCED : RULES;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    rules,
  }).analyze();
  const faults = violations.map(({ id, help, nodes }) =>
    `${id}: ${help} at ${nodes.map(({ target }) => target)}`
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) faults.push(`scrolls ${overflow} px sideways`);
  return [...faults, ...await cutTexts(page), ...await overlaps(page)];
}
