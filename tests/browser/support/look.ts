/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** What can be judged of a page's look without eyes. @module */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { expect } from "./expect.ts";

export interface Look {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What a window of 1440 px has left for a page at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

/** Between them the languages are looked at in every size and light. */
export const LOOKS: Record<"en-GB" | "fr-FR" | "zh-CN", { judged: Look[]; measured: Look[] }> = {
  "en-GB": {
    judged: [{ viewport: WIDE, colorScheme: "light" }, { viewport: PHONE, colorScheme: "dark" }],
    measured: [{ viewport: ZOOMED, colorScheme: "dark" }],
  },
  "fr-FR": {
    judged: [{ viewport: PHONE, colorScheme: "light" }],
    measured: [{ viewport: ZOOMED, colorScheme: "light" }, { viewport: WIDE, colorScheme: "light" }],
  },
  "zh-CN": {
    judged: [{ viewport: WIDE, colorScheme: "dark" }],
    measured: [{ viewport: ZOOMED, colorScheme: "dark" }, { viewport: PHONE, colorScheme: "dark" }],
  },
};

/** Of the state that is shown nothing is out of reach, and axe has nothing to say where it is asked to judge. */
export async function expectGoodLook(
  page: Page,
  state: string,
  { judged, measured }: { judged: Look[]; measured: Look[] },
): Promise<void> {
  for (const look of [...measured, ...judged]) {
    const { viewport, colorScheme } = look;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const where = `${state}, ${viewport.width} px, ${colorScheme}`;
    await expect.poll(() => outOfReach(page), { message: `${where}: nothing lies outside the window` })
      .toEqual([]);
    if (judged.includes(look)) expect(await axe(page), `${where}: axe finds nothing`).toEqual([]);
  }
}

async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
  }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`)
  );
}

/** What sticks out of the window, and what scrolls sideways; code and tables may, inside their own box. */
async function outOfReach(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const scrolls = (element: Element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    const mayScroll = (element: Element) => element.matches("pre, .table, textarea");
    const isInScroller = (element: Element): boolean => {
      const parent = element.parentElement;
      return parent !== null && (mayScroll(parent) && scrolls(parent) || isInScroller(parent));
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.checkVisibility();
      if (!isSeen || isInScroller(element)) continue;
      const name = `${element.localName}.${[...element.classList].join(".")}`;
      if (right > innerWidth + 1 || left < -1) found.push(`${name} from ${left} to ${right}`);
      const overflows = element.scrollWidth > element.clientWidth + 1;
      if (overflows && scrolls(element) && !mayScroll(element)) found.push(`${name} scrolls sideways`);
    }
    return found;
  });
}
